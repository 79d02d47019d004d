import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { Trust } from '../system/encryption.ts';
import { makeCertificate } from '../tests/support/certificate.ts';
import { testFolder } from '../tests/support/databases.ts';
import { startScriptedSmtp, startSmtpInbox } from '../tests/support/smtp.ts';
import { connectToMailServer } from './mail-server.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';

/** A host that leads to this machine, and that nothing but its network says so of. */
const elsewhere = '0.0.0.0';

async function send(url: string, trust?: Trust) {
  const smtp = readSmtpAddress(url.replace('127.0.0.1', elsewhere), trust) as SmtpAddress;
  const server = await connectToMailServer(smtp, new AbortController().signal);
  const envelope = { from: 'bounce@example.org', to: 'amina@example.org' };
  const { delivery } = await server.send({ envelope, raw: Buffer.from('Subject: x\r\n\r\nx\r\n') });
  server.close();
  return delivery.outcome;
}

test('a mail server with a private certificate is trusted by CA_FILE, and by nothing else', async () => {
  const { certificateFile, keyFile, authority } = makeCertificate(testFolder(), [`IP:${elsewhere}`]);
  const inbox = await startSmtpInbox({
    disabledCommands: [],
    cert: readFileSync(certificateFile),
    key: readFileSync(keyFile),
  });
  onTestFinished(inbox.stop);
  await expect(send(inbox.url)).rejects.toThrow(/no TLS that can be trusted.*CA_FILE/);
  expect(await send(inbox.url, { privateHosts: [], certificates: authority })).toBe('accepted');
});

test('a mail server without TLS is used only where PRIVATE_HOSTS names it', async () => {
  const server = await startScriptedSmtp({});
  onTestFinished(server.stop);
  const url = `smtp://127.0.0.1:${server.port}`;
  await expect(send(url)).rejects.toThrow(/no TLS that can be trusted/);
  expect(await send(url, { privateHosts: [elsewhere] })).toBe('accepted');
});
