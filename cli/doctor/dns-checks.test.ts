import { generateKeyPairSync } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { askOnly, freePort, startNameServer, type Zone } from '../../tests/support/network.ts';
import { checkDns } from './mail.ts';

const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const { privateKey, publicKey } = newKeys();
const inDns = (key: string) => key.replace(/-----.*?-----|\s/g, '');
const sender = { from: 'salam@mail.sahari.app', dkim: { selector: 'one', privateKey } };

const txt = {
  'mail.sahari.app': ['site-verification=1', 'v=spf1 include:_spf.provider.net -all'],
  'one._domainkey.mail.sahari.app': [`v=DKIM1; k=rsa; p=${inDns(publicKey)}`],
  '_dmarc.mail.sahari.app': ['v=DMARC1; p=none; rua=mailto:reports@sahari.app'],
};
const mx = { 'mail.sahari.app': ['mx.provider.net'] };

async function faultsOf(zone: Zone) {
  const { resolver, stop } = await startNameServer(zone);
  onTestFinished(stop);
  return checkDns(sender, resolver);
}

test('a domain with SPF, the key of our signatures, DMARC and a mailbox has no fault', async () => {
  expect(await faultsOf({ txt, mx })).toEqual([]);
});

test('the DMARC policy of the parent domain applies to a subdomain', async () => {
  const { '_dmarc.mail.sahari.app': record, ...others } = txt;
  expect(await faultsOf({ txt: { ...others, '_dmarc.sahari.app': record }, mx })).toEqual([]);
});

test('a domain without records is told what to put into DNS, its own key included', async () => {
  expect(await faultsOf({})).toEqual([
    expect.stringMatching(/^mail\.sahari\.app has no SPF record.*TXT "v=spf1 /),
    expect.stringContaining(
      `Put into DNS: one._domainkey.mail.sahari.app TXT "v=DKIM1; k=rsa; p=${inDns(publicKey)}"`,
    ),
    expect.stringMatching(
      /^mail\.sahari\.app has no DMARC record.*_dmarc\.mail\.sahari\.app TXT "v=DMARC1; /,
    ),
    expect.stringMatching(/^mail\.sahari\.app has no MX record/),
  ]);
});

test.for([
  ['two SPF records', { 'mail.sahari.app': ['v=spf1 -all', 'v=spf1 mx -all'] }, /has 2 SPF records/],
  ['SPF that lets all in', { 'mail.sahari.app': ['v=spf1 +all'] }, /refuses nobody: “v=spf1 \+all”/],
  [
    'the key of somebody else',
    { 'one._domainkey.mail.sahari.app': [`v=DKIM1; p=${inDns(newKeys().publicKey)}`] },
    /has another DKIM key/,
  ],
  ['a key that was withdrawn', { 'one._domainkey.mail.sahari.app': ['v=DKIM1; p='] }, /has no DKIM key/],
  ['DMARC without a policy', { '_dmarc.mail.sahari.app': ['v=DMARC1; rua=mailto:a@b.c'] }, /has no policy/],
] as const)('%s is the only fault reported', async ([, records, fault]) => {
  const changed = Object.fromEntries(Object.entries(records).map(([name, texts]) => [name, [...texts]]));
  expect(await faultsOf({ txt: { ...txt, ...changed }, mx })).toEqual([expect.stringMatching(fault)]);
});

test('a domain that says it accepts no mail is reported', async () => {
  expect(await faultsOf({ txt, mx: { 'mail.sahari.app': ['.'] } })).toEqual([
    expect.stringMatching(/has no MX record/),
  ]);
});

test('a name server that does not answer is reported once', async () => {
  expect(await checkDns(sender, askOnly(await freePort()))).toEqual([
    expect.stringMatching(/^DNS does not answer for mail\.sahari\.app \(query.* ECONNREFUSED/),
  ]);
});
