import { expect, test } from 'vitest';
import { readBounce } from './bounce.ts';

const messageId = '0123456789abcdef0123456789abcdef';

/** A report as Postfix (a DSN) or a mailbox provider (a complaint) writes it: the original, or its id, is in it. */
const report = (to: string, type: string, fields: string) =>
  `From: MAILER-DAEMON@mx.example
To: ${to}@example.org
MIME-Version: 1.0
Content-Type: multipart/report; boundary="b"

--b
Content-Type: text/plain

This is the mail system. I'm sorry to have to inform you of 5.1.1 things.
--b
Content-Type: message/${type}

${fields}

--b
Content-Type: message/rfc822

From: salam@example.org
Message-ID: <${messageId}@example.org>
Subject: Was it you?

Hello
--b--
`.replaceAll('\n', '\r\n');

const dsn = (action: string, status: string) =>
  report(
    `bounce+${messageId}`,
    'delivery-status',
    `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; amina@example.org\nAction: ${action}\nStatus: ${status}`,
  );

/** It is sent to another address than a bounce. */
const complaint = (type: string) =>
  report('abuse', 'feedback-report', `Feedback-Type: ${type}\nUser-Agent: SomeProvider/1.0\nVersion: 1`);

test.for([
  ['a final bounce', dsn('failed', '5.1.1'), '5.1.1'],
  ['a passing one', dsn('failed', '4.2.2'), '4.2.2'],
  ['a delay', dsn('delayed', '4.4.1'), undefined],
  ...['abuse', 'Fraud', 'virus', 'opt-out'].map((type) => [type, complaint(type), 'complaint'] as const),
  ...['not-spam', 'auth-failure', 'x-abuse'].map((type) => [type, complaint(type), undefined] as const),
  ['any other message', 'To: salam@example.org\r\n\r\nSalam', undefined],
  ['an answer from on holiday', `To: bounce+${messageId}@example.org\r\n\r\nI am on holiday.`, undefined],
] as const)('%s is read as the bounce or complaint that it is, or as none', async ([, message, status]) => {
  expect(await readBounce(message)).toEqual(status && { messageId, status });
});
