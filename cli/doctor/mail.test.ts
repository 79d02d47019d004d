import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readSmtpAddress, type SmtpAddress } from '../../mail/smtp-address.ts';
import { makeServerFolder, removeFolder } from '../../tests/contract/start-server.ts';
import { startScriptedSmtp, startSmtpInbox } from '../../tests/support/smtp.ts';
import { checkComposed, checkMailServer } from './mail.ts';

const addressOf = (url: string) => readSmtpAddress(url) as SmtpAddress;

test('a mail server that lets us in has no fault, and is sent nothing', async () => {
  const inbox = await startSmtpInbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'bukoor' && password === 'right' ? done(null, { user: username }) : done(new Error('no')),
  });
  onTestFinished(inbox.stop);
  const as = (password: string) =>
    checkMailServer(addressOf(inbox.url.replace('//', `//bukoor:${password}@`)));
  expect(await as('right')).toEqual([]);
  expect(await as('wrong')).toEqual([
    expect.stringMatching(/refuses the user or the password.*Check both in SMTP_URL/),
  ]);
  expect(inbox.emails).toEqual([]);
});

test('a mail server without TLS, one that does not answer and one that is down are reported', async () => {
  const plain = await startScriptedSmtp({});
  onTestFinished(plain.stop);
  const address = addressOf(`smtp://127.0.0.1:${plain.port}`);
  // As on any host but this machine.
  expect(await checkMailServer({ ...address, requireTLS: true })).toEqual([
    expect.stringMatching(/offers no TLS that can be trusted/),
  ]);
  const silent = await startScriptedSmtp({ connect: 'silence' });
  onTestFinished(silent.stop);
  const soon = { connection: 60_000, greeting: 300, reply: 60_000 };
  expect(await checkMailServer(addressOf(`smtp://127.0.0.1:${silent.port}`), soon)).toEqual([
    expect.stringMatching(/did not answer in time/),
  ]);
  silent.stop();
  expect(await checkMailServer(addressOf(`smtp://127.0.0.1:${silent.port}`))).toEqual([
    expect.stringMatching(/cannot be reached.*Check the host and the port/),
  ]);
});

const folder = await makeServerFolder();
afterAll(() => removeFolder(folder));
const dist = join(folder, 'dist');

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const sender = {
  from: 'salam@sahari.app',
  siteUrl: 'https://sahari.app',
  dkim: { selector: 'one', privateKey },
};

test('an email can be composed, signed or not', async () => {
  expect(await checkComposed(sender, dist)).toEqual([]);
  expect(await checkComposed({ ...sender, dkim: undefined }, dist)).toEqual([]);
});

test('a build without emails is reported', async () => {
  expect(await checkComposed(sender, '/nowhere/at/all')).toEqual([
    expect.stringMatching(/^No email can be written: .*npm run build/),
  ]);
});
