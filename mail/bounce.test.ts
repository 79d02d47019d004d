import { expect, test } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { createJoin } from '../waitlist/join.ts';
import { noteBounce, readBounce } from './bounce.ts';
import { openOutbox } from './outbox.ts';

const messageId = '0123456789abcdef0123456789abcdef';

/** A DSN as Postfix writes it. */
const dsn = (action: string, status: string) =>
  `From: MAILER-DAEMON@mx.example
To: bounce+${messageId}@example.org
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

This is the mail system. I'm sorry to have to inform you of 5.1.1 things.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; amina@example.org
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 no
--b
Content-Type: message/rfc822

From: salam@example.org
Message-ID: <${messageId}@example.org>

Hello
--b--
`.replaceAll('\n', '\r\n');

/** A complaint as a mailbox provider writes it: it is sent to another address, and contains the original. */
const complaint = (type: string) =>
  `From: fbl@provider.example
To: abuse@example.org
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: text/plain

This is an email abuse report.
--b
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeProvider/1.0
Version: 1

--b
Content-Type: message/rfc822

From: salam@example.org
Message-ID: <${messageId}@example.org>
Subject: Was it you?

Hello
--b--
`.replaceAll('\n', '\r\n');

test('a final bounce is read with its status, and a delay is not a bounce', async () => {
  expect(await readBounce(dsn('failed', '5.1.1'))).toEqual({ messageId, status: '5.1.1' });
  expect(await readBounce(dsn('failed', '4.2.2'))).toEqual({ messageId, status: '4.2.2' });
  expect(await readBounce(dsn('delayed', '4.4.1'))).toBeUndefined();
});

test.for(['abuse', 'Fraud', 'virus', 'opt-out'])(
  'a complaint (%s) is matched by the original email that it contains',
  async (type) => {
    expect(await readBounce(complaint(type))).toEqual({ messageId, status: 'complaint' });
  },
);

test.for(['not-spam', 'auth-failure', 'other', 'x-abuse'])(
  'feedback of the type %s is no complaint',
  async (type) => {
    expect(await readBounce(complaint(type))).toBeUndefined();
  },
);

test('other messages to the same mailbox change nothing', async () => {
  expect(await readBounce(`To: bounce+${messageId}@example.org\r\n\r\nI am on holiday.`)).toBeUndefined();
  expect(await readBounce('To: salam@example.org\r\n\r\nSalam')).toBeUndefined();
  expect(await readBounce('')).toBeUndefined();
});

const { databases } = await openBothDatabases();

test.for(databases)(
  '$kind: a complaint removes the address from the list and ends all emails to it',
  async ({ database }) => {
    const join = () => createJoin({ database })({ email: 'c@bounce.example', source: 'cta', client: '' });
    await join();
    const outbox = openOutbox(database, 'one');
    const { claimed } = await outbox.claim();
    await outbox.finish(claimed?.messageId ?? '', { outcome: 'sent', reply: '250', status: null });
    const bounce = { messageId: claimed?.messageId ?? '', status: 'complaint' };
    expect(await noteBounce(database, bounce)).toBe('suppressed');
    expect(await noteBounce(database, { ...bounce, messageId })).toBeUndefined();
    const [entry] = await database.query('select state from waitlist.entries');
    expect(entry).toEqual({ state: 'left' });
    await join();
    expect((await outbox.claim()).claimed).toBeUndefined();
  },
);
