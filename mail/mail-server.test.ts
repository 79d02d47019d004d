import { expect, onTestFinished, test } from 'vitest';
import { type SmtpScript, startScriptedSmtp, startSmtpInbox } from '../tests/support/smtp.ts';
import { MailProblem } from './mail-problem.ts';
import { connectToMailServer } from './mail-server.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';

const email = {
  envelope: { from: 'bounce@example.org', to: 'amina@example.org' },
  raw: Buffer.from('Subject: x\r\n\r\nx\r\n'),
};

const longTimeouts = { connection: 60_000, greeting: 60_000, reply: 60_000 };

/** For a server that does not answer. */
const shortTimeouts = { connection: 60_000, greeting: 300, reply: 300 };

const address = (url: string) => readSmtpAddress(url) as SmtpAddress;

/** Sends one email; returns its outcome and the sentence for the log. */
async function sendTo(smtp: SmtpAddress, timeouts = longTimeouts) {
  const server = await connectToMailServer(smtp, new AbortController().signal, timeouts);
  const { delivery, problem } = await server.send(email);
  server.close();
  return {
    outcome: delivery.outcome,
    status: delivery.status,
    says: problem?.message,
    reply: delivery.reply,
  };
}

async function sendByScript(script: SmtpScript, credentials = '') {
  const server = await startScriptedSmtp(script);
  onTestFinished(server.stop);
  const isSilent = Object.values(script).includes('silence');
  return sendTo(
    address(`smtp://${credentials}127.0.0.1:${server.port}`),
    isSilent ? shortTimeouts : longTimeouts,
  );
}

test('an email that the server accepts is sent, and the reply is kept', async () => {
  expect(await sendByScript({})).toMatchObject({
    outcome: 'sent',
    reply: '250 2.0.0 taken',
    says: undefined,
  });
});

test.for([
  [
    { MAIL: '550 5.7.1 <bounce@example.org> unknown' },
    'sender_fault',
    /takes nothing from this sender \(550 5\.7\.1\)/,
  ],
  [{ MAIL: '451 4.3.0 later' }, 'sender_fault', /takes no emails now \(451 4\.3\.0\)/],
  [{ MAIL: '451 4.1.8 no such domain' }, 'sender_fault', /takes no emails now \(451 4\.1\.8\)/],
  [{ MAIL: '421 4.4.2 enough on this connection' }, 'deferred', /closed the connection \(421 4\.4\.2\)/],
  [{ EHLO: '250 SIZE 10' }, 'sender_fault', /larger than the mail server takes/],
  [{ RCPT: '530 5.7.0 login first' }, 'sender_fault', /nothing without a login or TLS \(530 5\.7\.0\)/],
  [{ RCPT: '550 5.1.8 <bounce@example.org>: no such domain' }, 'sender_fault', /nothing from this sender/],
  [{ message: '553 5.1.7 <bounce@example.org>: not yours' }, 'sender_fault', /nothing from this sender/],
  [
    { RCPT: '450 4.2.1 <amina@example.org> greylisted' },
    'deferred',
    /cannot take an email for this mailbox now \(450 4\.2\.1\)/,
  ],
  [
    { RCPT: '550 5.1.1 <amina@example.org> who?' },
    'refused',
    /no such mailbox, or refuses it \(550 5\.1\.1\)/,
  ],
  [{ DATA: '451 4.3.0 later' }, 'sender_fault', /takes no emails now \(451 4\.3\.0\)/],
  [
    { message: '452 4.2.2 amina@example.org is full' },
    'deferred',
    /cannot take this email now \(452 4\.2\.2\)/,
  ],
  [
    { message: '554 5.7.1 spam of amina@example.org' },
    'sender_fault',
    /nothing from this sender \(554 5\.7\.1\)/,
  ],
  [{ message: '554 5.6.1 not for amina@example.org' }, 'refused', /refuses this email \(554 5\.6\.1\)/],
  [{ RCPT: '421 4.4.2 shutting down' }, 'deferred', /closed the connection \(421 4\.4\.2\)/],
] as const)(
  'the reply %j leaves the email %s, and the sentence says why without an address',
  async ([script, outcome, says]) => {
    const sent = await sendByScript(script);
    expect(sent.outcome).toBe(outcome);
    expect(sent.says).toMatch(says);
    expect(`${sent.says} ${sent.reply}`).not.toContain('@');
  },
);

test.for([
  ['MAIL', 'deferred'],
  ['RCPT', 'deferred'],
  ['DATA', 'deferred'],
  ['message', 'uncertain'],
] as const)(
  'a connection that closes after %s leaves the email %s: only after the message may it have been accepted',
  async ([stage, outcome]) => {
    expect(await sendByScript({ [stage]: 'cut' })).toMatchObject({
      outcome,
      says: expect.stringMatching(/closed the connection|cannot be reached/),
    });
  },
);

test.for([
  ['MAIL', 'deferred'],
  ['message', 'uncertain'],
] as const)('a server that stops answering after %s leaves the email %s', async ([stage, outcome]) => {
  expect(await sendByScript({ [stage]: 'silence' })).toMatchObject({
    outcome,
    says: 'The mail server did not answer in time.',
  });
});

test.for([
  [{ connect: 'cut' }, /closed the connection|cannot be reached/],
  [{ connect: 'silence' }, /did not answer in time/],
  [{ connect: 'HTTP/1.1 400 Bad Request' }, /does not greet as a mail server/],
  [{ connect: '554 5.3.2 no' }, /does not greet as a mail server does \(554 5\.3\.2\)/],
  [{ EHLO: 'cut' }, /closed the connection|cannot be reached/],
] as const)('a server that begins with %j is reported before any email is sent', async ([script, says]) => {
  await expect(sendByScript(script)).rejects.toThrow(says);
});

test('a refused login is reported, without the password', async () => {
  const refused = sendByScript(
    { EHLO: '250-scripted\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 no' },
    'me:secret@',
  );
  await expect(refused).rejects.toThrow(/refuses the user or the password \(535 5\.7\.8\)/);
  await expect(refused).rejects.not.toThrow(/secret/);
});

test('a server that is down and a host name without an address are reported', async () => {
  const server = await startScriptedSmtp({});
  server.stop();
  await expect(sendTo(address(`smtp://127.0.0.1:${server.port}`))).rejects.toThrow(
    /cannot be reached \(ECONNREFUSED\)/,
  );
  await expect(sendTo(address('smtp://mail.invalid'))).rejects.toThrow(/name cannot be found/);
});

test('nothing is sent to a server without TLS, or with a self-signed certificate', async () => {
  const plain = await startScriptedSmtp({});
  onTestFinished(plain.stop);
  await expect(sendTo({ ...address(`smtp://127.0.0.1:${plain.port}`), requireTLS: true })).rejects.toThrow(
    /no TLS that can be trusted/,
  );
  const selfSigned = await startSmtpInbox({ disabledCommands: [] });
  onTestFinished(selfSigned.stop);
  await expect(sendTo({ ...address(selfSigned.url), requireTLS: true })).rejects.toThrow(
    /no TLS that can be trusted/,
  );
  expect([plain.taken(), selfSigned.emails.length]).toEqual([0, 0]);
});

test('after a refused email the next one is accepted on the same connection', async () => {
  const inbox = await startSmtpInbox({
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('no') ? new Error('no') : null),
  });
  onTestFinished(inbox.stop);
  const connection = await connectToMailServer(
    address(inbox.url),
    new AbortController().signal,
    longTimeouts,
  );
  const to = (recipient: string) => ({ ...email, envelope: { ...email.envelope, to: recipient } });
  expect((await connection.send(to('no@example.org'))).delivery.outcome).toBe('refused');
  expect((await connection.send(to('yes@example.org'))).delivery.outcome).toBe('sent');
  connection.close();
});

test.for([
  ['closes the connection', { RCPT: '550 5.1.1 who?', RSET: 'cut' }, longTimeouts],
  [
    'closes it right after that reply',
    { RCPT: '550 5.1.1 who?\r\n421 4.7.0 bye', RSET: 'cut' },
    longTimeouts,
  ],
  ['says nothing more', { RCPT: '550 5.1.1 who?', RSET: 'silence' }, shortTimeouts],
] as const)(
  'the outcome of a refused email is known though the server %s, and the connection is not used again',
  async ([, script, timeouts]) => {
    const server = await startScriptedSmtp(script);
    onTestFinished(server.stop);
    const smtp = address(`smtp://127.0.0.1:${server.port}`);
    const connection = await connectToMailServer(smtp, new AbortController().signal, timeouts);
    expect((await connection.send(email)).delivery.outcome).toBe('refused');
    expect(connection.isOpen()).toBe(false);
  },
);

test.for([
  ['MAIL', 'deferred'],
  ['message', 'uncertain'],
] as const)('aborting while the server is silent after %s leaves the email %s', async ([stage, outcome]) => {
  const server = await startScriptedSmtp({ [stage]: 'silence' });
  onTestFinished(server.stop);
  const closing = new AbortController();
  const smtp = address(`smtp://127.0.0.1:${server.port}`);
  const connection = await connectToMailServer(smtp, closing.signal, longTimeouts);
  const sent = connection.send(email);
  await expect.poll(server.stage).toBe(stage);
  closing.abort();
  expect((await sent).delivery.outcome).toBe(outcome);
});

test('connecting with a signal that was aborted before fails', async () => {
  const server = await startScriptedSmtp({});
  onTestFinished(server.stop);
  const smtp = address(`smtp://127.0.0.1:${server.port}`);
  await expect(connectToMailServer(smtp, AbortSignal.abort(), longTimeouts)).rejects.toThrow(MailProblem);
});

test('a signal’s own timeout is reported as one', async () => {
  const server = await startScriptedSmtp({ connect: 'silence' });
  onTestFinished(server.stop);
  const smtp = address(`smtp://127.0.0.1:${server.port}`);
  await expect(connectToMailServer(smtp, AbortSignal.timeout(100), longTimeouts)).rejects.toThrow(
    'The mail server did not answer in time.',
  );
});

test('TLS is required everywhere except on this machine’s own loopback', () => {
  expect(readSmtpAddress('smtp://localhost:1025')).toEqual({
    host: 'localhost',
    port: 1025,
    secure: false,
    requireTLS: false,
  });
  expect(readSmtpAddress('smtp://u%40x:p%2Fw@mail.example')).toEqual({
    host: 'mail.example',
    port: 587,
    secure: false,
    requireTLS: true,
    user: 'u@x',
    password: 'p/w',
  });
  expect(readSmtpAddress('smtps://mail.example')).toMatchObject({
    port: 465,
    secure: true,
    requireTLS: false,
  });
  for (const wrong of [
    'mail.example:25',
    'https://mail.example',
    'smtp://',
    'smtp://mail.example/?tls=no',
    'smtp://%zz@x',
  ]) {
    expect(readSmtpAddress(wrong), wrong).toBeUndefined();
  }
});
