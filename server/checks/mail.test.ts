import { generateKeyPairSync } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readSmtpAddress, type SmtpAddress } from '../../mail/smtp-address.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { askOnly, freePort, startNameServer, type Zone } from '../../tests/support/network.ts';
import { startSmtpInbox } from '../../tests/support/smtp.ts';
import { checkDns, checkMail, checkMailServer } from './mail.ts';

test('a mail server that refuses our password is found', async () => {
  const inbox = await startSmtpInbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'bukoor' && password === 'right' ? done(null, { user: username }) : done(new Error('no')),
  });
  onTestFinished(inbox.stop);
  const as = (password: string) => inbox.url.replace('//', `//bukoor:${password}@`);
  expect(await checkMailServer(readSmtpAddress(as('right')) as SmtpAddress)).toEqual([]);
  const env = { SMTP_URL: as('wrong'), MAIL_FROM: 'salam@a.example', SITE_URL: 'https://a.example' };
  const { code, out } = await runCommand({ dataDir: '/nowhere/at/all' }, ['doctor', '--only', 'mail'], {
    env,
  });
  expect(code).toBe(1);
  expect(out).toMatch(/\nEmails\n {2}.*refuses the user or the password.*Check both in SMTP_URL/);
});

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const inDns = `v=DKIM1; k=rsa; p=${publicKey.replace(/-----.*?-----|\s/g, '')}`;
const sender = { from: 'salam@mail.sahari.app', dkim: { keySelector: 'one', privateKey } };

test('a folder without a build is found', async () => {
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  const smtp = readSmtpAddress(inbox.url) as SmtpAddress;
  expect(
    await checkMail({ smtp, sender: { from: 'salam@bukoor.example' } }, { folder: '/nowhere/at/all' }),
  ).toEqual([expect.stringMatching(/^No email can be written: .*npm run build/)]);
});

const txt: Record<string, string[]> = {
  'mail.sahari.app': ['site-verification=1', 'v=spf1 include:_spf.provider.net -all'],
  'one._domainkey.mail.sahari.app': [inDns],
  '_dmarc.mail.sahari.app': ['v=DMARC1; p=none; rua=mailto:reports@sahari.app'],
};
const mx = { 'mail.sahari.app': ['mx.provider.net'] };

async function dnsFaults(zone: Zone) {
  const { resolver, stop } = await startNameServer(zone);
  onTestFinished(stop);
  return checkDns(sender, undefined, resolver);
}

test('a domain with SPF, our DKIM key, DMARC and MX has no fault', async () => {
  expect(await dnsFaults({ txt, mx })).toEqual([]);
  const { '_dmarc.mail.sahari.app': record = [], ...others } = txt;
  expect(await dnsFaults({ txt: { ...others, '_dmarc.sahari.app': record }, mx })).toEqual([]);
});

test('a domain without records is told what to put into DNS, its own key included', async () => {
  const own = `Put into DNS: one._domainkey.mail.sahari.app TXT "${inDns}"`;
  expect(await dnsFaults({})).toEqual([
    expect.stringMatching(/^mail\.sahari\.app has no SPF record.*TXT "v=spf1 /),
    expect.stringContaining(own),
    expect.stringMatching(/^mail\.sahari\.app has no DMARC.*_dmarc\.mail\.sahari\.app TXT "v=DMARC1; /),
    expect.stringMatching(/^mail\.sahari\.app has no MX record/),
  ]);
});

test.for([
  ['mail.sahari.app', ['v=spf1 -all', 'v=spf1 mx -all'], /has 2 SPF records/],
  ['mail.sahari.app', ['v=spf1 +all'], /refuses nobody: “v=spf1 \+all”/],
  ['one._domainkey.mail.sahari.app', ['v=DKIM1; p=MIIB'], /has another DKIM key/],
  ['one._domainkey.mail.sahari.app', ['v=DKIM1; p='], /has no DKIM key/],
  ['_dmarc.mail.sahari.app', ['v=DMARC1; rua=mailto:a@b.c'], /has no policy/],
] as const)('at %s, %j is the only fault', async ([name, records, fault]) => {
  expect(await dnsFaults({ txt: { ...txt, [name]: [...records] }, mx })).toEqual([
    expect.stringMatching(fault),
  ]);
});

test('a name server that does not answer is found once', async () => {
  expect(await checkDns(sender, undefined, askOnly(await freePort()))).toEqual([
    expect.stringMatching(/^DNS does not answer for mail\.sahari\.app \(query.* ECONNREFUSED/),
  ]);
});

test('a server that stops waits for no answer of a name server', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const stopping = new AbortController();
  silent.once('message', () => stopping.abort());
  expect(await checkDns(sender, stopping.signal, askOnly(silent.address().port))).toEqual([
    expect.stringMatching(/^DNS does not answer for mail\.sahari\.app \(.*ECANCELLED/),
  ]);
});
