import { expect, onTestFinished, test } from 'vitest';
import { type SmtpScript, startScriptedSmtp } from '../tests/support/scripted-smtp.ts';
import { startSmtpInbox } from '../tests/support/smtp-inbox.ts';
import { connectToMailServer } from './mail-server.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';

const email = {
  envelope: { from: 'bounce@example.org', to: 'amina@example.org' },
  raw: Buffer.from('Subject: x\r\n\r\nx\r\n'),
};

const patience = { connection: 60_000, greeting: 60_000, reply: 60_000 };

/** For a server that is silent. */
const impatience = { connection: 60_000, greeting: 300, reply: 300 };

const address = (url: string) => readSmtpAddress(url) as SmtpAddress;

/** Sends one email; gives what became of it and what the log would say. */
async function sendTo(smtp: SmtpAddress, timeouts = patience) {
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
  return sendTo(address(`smtp://${credentials}127.0.0.1:${server.port}`), isSilent ? impatience : patience);
}

test('an email that the server takes is sent, and the reply is kept', async () => {
  expect(await sendByScript({})).toMatchObject({
    outcome: 'sent',
    reply: '250 2.0.0 taken',
    says: undefined,
  });
});

test.for([
  [
    { MAIL: '550 5.7.1 <bounce@example.org> unknown' },
    'deferred',
    /takes nothing from this sender \(550 5\.7\.1\)/,
  ],
  [{ MAIL: '451 4.3.0 later' }, 'deferred', /takes nothing from this sender \(451 4\.3\.0\)/],
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
  [{ DATA: '451 4.3.0 later' }, 'deferred', /cannot take this email now \(451 4\.3\.0\)/],
  [{ message: '452 4.3.1 full' }, 'deferred', /cannot take this email now \(452 4\.3\.1\)/],
  [{ message: '554 5.7.1 spam of amina@example.org' }, 'refused', /refuses this email \(554 5\.7\.1\)/],
  [{ RCPT: '421 4.3.2 shutting down' }, 'deferred', /mailbox now|closed the connection/],
] as const)(
  'a reply %j leaves it %s, and the sentence says why without an address',
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
  'a connection that is cut after %s leaves it %s: only the last may have been taken',
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
] as const)('a server that falls silent after %s leaves it %s', async ([stage, outcome]) => {
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
] as const)('a server that begins with %j is named before any email is touched', async ([script, says]) => {
  await expect(sendByScript(script)).rejects.toThrow(says);
});

test('a user that the server refuses is named, and its password is not', async () => {
  const refused = sendByScript(
    { EHLO: '250-scripted\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 no' },
    'me:secret@',
  );
  await expect(refused).rejects.toThrow(/refuses the user or the password \(535 5\.7\.8\)/);
  await expect(refused).rejects.not.toThrow(/secret/);
});

test('a server that is not there, and a name that leads nowhere, are named', async () => {
  const server = await startScriptedSmtp({});
  server.stop();
  await expect(sendTo(address(`smtp://127.0.0.1:${server.port}`))).rejects.toThrow(
    /cannot be reached \(ECONNREFUSED\)/,
  );
  await expect(sendTo(address('smtp://mail.invalid'))).rejects.toThrow(/name cannot be found/);
});

test('a server without TLS is given nothing, and one whose certificate nobody signed neither', async () => {
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

test('after an email that is turned away the next one is taken, in the same conversation', async () => {
  const inbox = await startSmtpInbox({
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('no') ? new Error('no') : null),
  });
  onTestFinished(inbox.stop);
  const conversation = await connectToMailServer(address(inbox.url), new AbortController().signal, patience);
  const to = (recipient: string) => ({ ...email, envelope: { ...email.envelope, to: recipient } });
  expect((await conversation.send(to('no@example.org'))).delivery.outcome).toBe('refused');
  expect((await conversation.send(to('yes@example.org'))).delivery.outcome).toBe('sent');
  conversation.close();
});

test('a worker that must stop ends a conversation wherever it is', async () => {
  const server = await startScriptedSmtp({ message: 'silence' });
  onTestFinished(server.stop);
  const cutting = new AbortController();
  const smtp = address(`smtp://127.0.0.1:${server.port}`);
  const conversation = await connectToMailServer(smtp, cutting.signal, patience);
  const sent = conversation.send(email);
  cutting.abort();
  expect((await sent).delivery.outcome).toMatch(/deferred|uncertain/);
});

test('TLS is asked for everywhere but on this machine’s own loopback', () => {
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
