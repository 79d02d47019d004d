import { expect, onTestFinished, test } from 'vitest';
import { type SmtpScript, startScriptedSmtp, startSmtpInbox } from '../tests/support/smtp.ts';
import { isLoginFailure, MailError, plainReply } from './mail-error.ts';
import { connectToMailServer } from './mail-server.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';

const email = {
  envelope: { from: 'bounce@example.org', to: 'amina@example.org' },
  raw: Buffer.from('Subject: x\r\n\r\nx\r\n'),
};
/** For a server that does not answer. */
const shortTimeouts = { connectionTimeout: 60_000, greetingTimeout: 1000, socketTimeout: 1000 };

const address = (url: string) => readSmtpAddress(url) as SmtpAddress;

const connectTo = (smtp: SmtpAddress, timeouts?: typeof shortTimeouts) =>
  connectToMailServer(smtp, new AbortController().signal, timeouts);

/** Starts a server that follows the script, until the test ends. */
async function scripted(script: SmtpScript) {
  const server = await startScriptedSmtp(script);
  onTestFinished(server.stop);
  return { ...server, smtp: address(`smtp://127.0.0.1:${server.port}`) };
}

/** Sends one email; returns its outcome and the sentence for the log. */
async function sendTo(smtp: SmtpAddress, timeouts?: typeof shortTimeouts) {
  const server = await connectTo(smtp, timeouts);
  const { delivery, error } = await server.send(email);
  server.close();
  return { ...delivery, says: error?.message };
}

async function sendByScript(script: SmtpScript) {
  const { smtp } = await scripted(script);
  return sendTo(smtp, Object.values(script).includes('silence') ? shortTimeouts : undefined);
}

for (const [stage, reply, outcome, says] of [
  ['MAIL', '550 5.7.1 <bounce@example.org> unknown', 'our-fault', /takes nothing from this sender/],
  ['MAIL', '451 4.3.0 later', 'our-fault', /takes no emails now/],
  ['MAIL', '421 4.4.2 enough on this connection', 'deferred', /closed the connection/],
  ['RCPT', '530 5.7.0 login first', 'our-fault', /nothing without a login or TLS/],
  ['RCPT', '550 5.1.8 <bounce@example.org>: no such domain', 'our-fault', /nothing from this sender/],
  ['RCPT', '450 4.2.1 <amina@example.org> greylisted', 'deferred', /cannot take an email for this mailbox/],
  ['RCPT', '550 5.1.1 <amina@example.org> who?', 'rejected', /no such mailbox, or refuses it/],
  ['RCPT', '421 4.4.2 shutting down', 'deferred', /closed the connection/],
  ['DATA', '451 4.3.0 later', 'our-fault', /takes no emails now/],
  ['message', '452 4.2.2 amina@example.org is full', 'deferred', /cannot take this email now/],
  ['message', '554 5.7.1 spam of amina@example.org', 'our-fault', /nothing from this sender/],
  ['message', '554 5.6.1 not for amina@example.org', 'rejected', /refuses this email/],
] as const)
  test(`the reply “${reply}” to ${stage} leaves the email ${outcome}, and a sentence says why`, async () => {
    const sent = await sendByScript({ [stage]: reply });
    expect(sent.outcome).toBe(outcome);
    expect(sent.says).toMatch(says);
    expect(sent.says).toContain(` (${reply.slice(0, 9)})`);
    expect(`${sent.says} ${sent.reply}`).not.toContain('@');
  });

for (const [stage, outcome] of [
  ['MAIL', 'deferred'],
  ['RCPT', 'deferred'],
  ['DATA', 'deferred'],
  ['message', 'uncertain'],
] as const)
  test(`a connection that closes or falls silent after ${stage} leaves the email ${outcome}`, async () => {
    const cut = { outcome, says: expect.stringMatching(/closed the connection|cannot be reached/) };
    expect(await sendByScript({ [stage]: 'cut' })).toMatchObject(cut);
    const silent = { outcome, says: 'The mail server did not answer in time.' };
    expect(await sendByScript({ [stage]: 'silence' })).toMatchObject(silent);
  });

test.for([
  [{ connect: 'cut' }, /closed the connection|cannot be reached/],
  [{ connect: 'silence' }, /did not answer in time/],
  [{ connect: 'HTTP/1.1 400 Bad Request' }, /does not greet as a mail server/],
  [{ connect: '554 5.7.1 blocked using a blocklist' }, /nothing from this sender \(554 5\.7\.1\)/],
] as const)('a server that begins with %j is reported before any email is sent', async ([script, says]) => {
  await expect(sendByScript(script)).rejects.toThrow(says);
});

test('a host name without an address is reported', async () => {
  await expect(sendTo(address('smtp://mail.invalid'))).rejects.toThrow(/name cannot be found/);
});

test('nothing is sent to a server without TLS, or with a self-signed certificate', async () => {
  const plain = await scripted({});
  const selfSigned = await startSmtpInbox({ disabledCommands: [] });
  onTestFinished(selfSigned.stop);
  for (const smtp of [plain.smtp, address(selfSigned.url)])
    await expect(sendTo({ ...smtp, requireTLS: true })).rejects.toThrow(/no TLS that can be trusted/);
  expect([plain.taken(), selfSigned.emails.length]).toEqual([0, 0]);
});

test('after a refused email the next one is accepted on the same connection', async () => {
  const inbox = await startSmtpInbox({
    onRcptTo: ({ address: to }, _session, done) => done(to.startsWith('no') ? new Error('no') : null),
  });
  onTestFinished(inbox.stop);
  const connection = await connectTo(address(inbox.url));
  for (const [to, outcome] of Object.entries({
    'no@example.org': 'rejected',
    'yes@example.org': 'accepted',
  })) {
    const { delivery } = await connection.send({ ...email, envelope: { ...email.envelope, to } });
    expect(delivery.outcome).toBe(outcome);
  }
  connection.close();
});

const own = { host: 'mail.example', port: 587, secure: false, requireTLS: true, tls: {} };
test.for([
  ['smtp://localhost:1025', { host: 'localhost', port: 1025, secure: false, requireTLS: false, tls: {} }],
  ['smtp://u%40x:p%2Fw@mail.example', { ...own, auth: { user: 'u@x', pass: 'p/w' } }],
  ['smtps://mail.example', { ...own, port: 465, secure: true, requireTLS: false }],
  ['mail.example:25', undefined],
  ['smtp://mail.example/?tls=no', undefined],
  ['smtp://%zz@x', undefined],
] as const)('%s is the mail server %j; TLS is required, but not on loopback', ([text, server]) => {
  expect(readSmtpAddress(text)).toEqual(server);
});

test.for([
  [{ code: 'EAUTH' }, true],
  [{ code: 'ENOAUTH' }, true],
  [{ code: 'ECONNECTION', command: 'AUTH PLAIN' }, true],
  [{ code: 'ESOCKET', command: 'RCPT TO' }, false],
] as const)('an error with %j is a failed login: %s', ([facts, isFailure]) => {
  const error = Object.assign(new Error('an error'), facts);
  expect(isLoginFailure(error)).toBe(isFailure);
  expect(new MailError(error).message.includes('refuses the user or the password')).toBe(isFailure);
});

test('a reply is kept without addresses, control characters and what PostgreSQL cannot store', () => {
  expect(plainReply('550 \u001b[31m\u001b]0;title\u0007<amina@example.org>\u009b1m who?\0\ud800\r\n')).toBe(
    '550 <…> who? \ufffd ',
  );
});
