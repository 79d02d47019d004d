/** What a bounce is written from. */
interface Failure {
  /** The envelope sender that it comes back to. */
  to: string;
  recipient: string;
  /** What the recipient's server replied. */
  reply: string;
  /** The enhanced status code for the report's own field. */
  status: string;
}

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n`;

const folded = (text: string) => text.replace(/(.{60}\S*) /g, '$1\r\n    ');

const quotedPrintable = (text: string) =>
  text.replaceAll('=', '=3D').replace(/[^\r\n]{70}(?=[^\r\n])/g, (part) => `${part}=\r\n`);

const fieldsOf = ({ recipient, reply, status }: Failure) => [
  'Reporting-MTA: dns; relay.example',
  '',
  `Final-Recipient: rfc822; ${recipient}`,
  'Action: failed',
  `Status: ${status}`,
  `Diagnostic-Code: smtp; ${folded(reply)}`,
];

const reportOf = ({ to }: Failure, type: string, content: string, encoding = '7bit') =>
  lines(
    'From: MAILER-DAEMON@relay.example (Mail Delivery System)',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered to one or more recipients.',
    '--b',
    `Content-Type: message/${type}`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    content,
    '--b--',
  );

const textOf = ({ to }: Failure, subject: string, ...text: string[]) =>
  lines(
    'From: Mail Delivery System <Mailer-Daemon@relay.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    '',
    ...text,
  );

/** The same failure as different servers report it. Each gives a whole message. */
export const bounceForms = {
  'a report': (failure) => reportOf(failure, 'delivery-status', fieldsOf(failure).join('\r\n')),
  'a report in base64': (failure) =>
    reportOf(
      failure,
      'delivery-status',
      Buffer.from(fieldsOf(failure).join('\r\n')).toString('base64'),
      'base64',
    ),
  'a global report': (failure) => reportOf(failure, 'global-delivery-status', fieldsOf(failure).join('\r\n')),
  'a report of Mimecast': (failure) =>
    reportOf(
      failure,
      'delivery-status',
      fieldsOf(failure)
        .filter((line) => line !== '')
        .map((line) => line.replace(':', ' :'))
        .join('\r\n'),
    ),
  'the text of Amazon WorkMail': (failure) =>
    textOf(
      failure,
      'Delivery Status Notification (Failure)',
      'A message you sent could not be delivered.',
      '',
      'Technical report:',
      '',
      ...fieldsOf(failure),
    ),
  'the text of Exim': (failure) =>
    textOf(
      failure,
      'Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.',
      '',
      'A message that you sent could not be delivered to one or more of its',
      'recipients. This is a permanent error. The following address(es) failed:',
      '',
      `  ${failure.recipient}`,
      `    SMTP error from remote mail server after RCPT TO:<${failure.recipient}>:`,
      `    host mx.provider.example [192.0.2.1]: ${failure.reply}`,
    ),
  'the text of Postfix': (failure) =>
    textOf(
      failure,
      'Undelivered Mail Returned to Sender',
      'This is the mail system at host relay.example.',
      '',
      `<${failure.recipient}>: host mx.provider.example[192.0.2.1] said: ${folded(failure.reply)}`,
      '    (in reply to RCPT TO command)',
    ),
  'the text of qmail': (failure) =>
    textOf(
      failure,
      'failure notice',
      'Hi. This is the qmail-send program at relay.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      `<${failure.recipient}>:`,
      `Remote host said: ${failure.reply}`,
    ),
  'the text of GMX': (failure) =>
    textOf(
      failure,
      'Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.',
      '',
      `"${failure.recipient}":`,
      'SMTP error from remote server after RCPT command:',
      'host: mx.provider.example',
      failure.reply,
    ),
  'the text of Exchange': (failure) =>
    textOf(
      failure,
      'Undeliverable: Hello',
      'Diagnostic information for administrators:',
      '',
      'Generating server: relay.example',
      '',
      failure.recipient,
      `#${failure.reply} ##`,
    ),
  'the quoted-printable text of Zoho': (failure) =>
    lines(
      'From: mailer-daemon@relay.example',
      `To: ${failure.to}`,
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'This message was created automatically by mail delivery software.',
      '',
      quotedPrintable(`${failure.recipient}, ERROR: ${failure.reply}`),
    ),
} satisfies Record<string, (failure: Failure) => string>;
