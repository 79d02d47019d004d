import { expect, test } from 'vitest';
import { checkAddress } from './address.ts';

const site = 'https://bukoor.test';
const headers = {
  'strict-transport-security': 'max-age=1',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
};
const page = new Response('', { headers });
const toHttps = new Response(null, { status: 301, headers: { location: `${site}/` } });

test.for([
  ['does not answer', undefined, undefined, /does not answer \(connect ECONNREFUSED\)/],
  ['leads elsewhere', new Response('', { status: 502 }), undefined, /answers 502/],
  ['sends no headers', new Response(''), undefined, /without strict-transport-security/],
  ['is served in the clear too', page, new Response(''), /served without encryption/],
  ['is right', page, toHttps, undefined],
  ['is right, with port 80 closed', page, undefined, undefined],
] as const)('a public address that %s', async ([, overHttps, inTheClear, fault]) => {
  const ask = async (url: string) => {
    const answer = url.startsWith('https:') ? overHttps : inTheClear;
    if (!answer) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    return answer;
  };
  const faults = await checkAddress(site, ask as typeof fetch);
  if (fault) expect(faults).toContainEqual(expect.stringMatching(fault));
  else expect(faults).toEqual([]);
});
