import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSite } from '../../server/pages/site.ts';
import { startBuiltSite } from '../support/built-site.ts';
import { bothFronts } from './both-fronts.ts';
import { type Asked, visit } from './visitor.ts';

const server = await startBuiltSite({ TRUST_PROXY: '1', SITE_URL: 'https://localhost' });
// Hooks run in reverse order of registration: the proxies stop before the server.
afterAll(server.stop);
const fronts = await bothFronts([Number(new URL(server.url).port)]);
const agents = [
  new Agent({ keepAlive: true, maxSockets: 8 }),
  new PlainAgent({ keepAlive: true, maxSockets: 8 }),
];
afterAll(() => {
  for (const agent of agents) agent.destroy();
});
const [secure, plain] = agents;

/** Headers that differ by connection, by moment or by program. */
const ignoredHeaders = ['alt-svc', 'connection', 'date', 'keep-alive', 'server', 'x-request-id'];

/** The parts of an answer that must not differ. */
async function shown(url: string, path: string, { agent, ...asked }: Asked) {
  const { status, headers, body } = await visit(url, path, { ...asked, agent });
  const kept = Object.entries(headers).filter(([name]) => !ignoredHeaders.includes(name));
  return { status, headers: Object.fromEntries(kept), body: body.toString('base64') };
}

let hundreds = 0;

/** A new client address for each hundred requests: a single client would run into nginx's rate limit. */
function nextVisitorAddress(): string {
  hundreds += 0.01;
  return `127.0.3.${Math.ceil(hundreds)}`;
}

async function expectNoDifference(url: string, path: string, asked: Asked = {}): Promise<void> {
  const [given, own] = await Promise.all([
    shown(url, path, { ...asked, agent: secure, from: nextVisitorAddress() }),
    shown(server.url, path, { ...asked, agent: plain }),
  ]);
  expect(given, `${asked.method ?? 'GET'} ${path} ${JSON.stringify(asked.headers)}`).toEqual(own);
}

const built = [...(await loadSite('dist')).values()].filter(({ path }) => path !== '/404');

if (fronts.length === 0) test.skip('files by a proxy: skipped, this machine has none', () => {});

describe.each(fronts)('$name', ({ url }) => {
  test('each built path is answered as by the server: in each coding, to HEAD, and to a conditional request', async () => {
    for (const { path, hash } of built) {
      await Promise.all([
        ...['br, gzip', 'gzip', 'identity'].map((coding) =>
          expectNoDifference(url, path, { headers: { 'accept-encoding': coding } }),
        ),
        expectNoDifference(url, path, {
          method: 'HEAD',
          headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
        }),
        expectNoDifference(url, path, { headers: { 'if-none-match': `W/"${hash}"` } }),
        expectNoDifference(url, path, {
          headers: { 'if-none-match': `"x", "${hash}-br"`, 'accept-encoding': 'br' },
        }),
      ]);
    }
  });

  test.for([
    '/404',
    '/nowhere',
    '/islam/',
    '/islam/?a=b',
    '/islam/index.html',
    '/islam?a=b',
    '/?',
    '/ISLAM',
    '/%69slam',
    '//islam',
    '/./islam',
    '/blog/../islam',
    '/blog/%2e%2e/islam',
    '/blog/..%2fislam',
    '/islam%2f',
    '/islam.html',
    '/index.html',
    '/index.html.br',
    '/islam/index.html.gz',
    '/assets',
    '/assets/',
    '/.vite/site.json',
    '/_headers',
    '/.none',
    '/waitlist/join',
    '/functions/v1/enhanced-waitlist',
  ])('%s is answered as by the server', async (path) => {
    await expectNoDifference(url, path, { headers: { 'accept-encoding': 'br' } });
    await expectNoDifference(url, path, { method: 'HEAD' });
  });

  test.for([
    { method: 'POST' },
    { method: 'PUT', body: 'a=b' },
    { method: 'DELETE' },
    { method: 'OPTIONS' },
    { headers: { range: 'bytes=0-9', 'accept-encoding': 'br' } },
    { headers: { range: 'bytes=5-2' } },
    { headers: { range: 'bytes=9999999-' } },
    { headers: { range: 'bytes=0-1, 4-5' } },
    { headers: { range: 'bytes=0-9', 'if-range': '"other"' } },
    { headers: { 'if-match': '"other"' } },
    { headers: { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' } },
    { headers: { 'if-modified-since': 'Sat, 01 Jan 2050 00:00:00 GMT' } },
    { headers: { 'if-none-match': '*' } },
    { headers: { 'if-none-match': '"other"' } },
    { headers: { 'if-none-match': '' } },
    ...[
      '*',
      'br;q=0, gzip',
      'br;q=0.0, *',
      'gzip;q=0, *',
      '*;q=0',
      'BR',
      'x-br',
      'gzip;q=0.5',
      'br ; q=0',
      'identity;q=0',
      '',
    ].map((coding) => ({ headers: { 'accept-encoding': coding } })),
  ] satisfies Asked[])('%j of a page and of a file is answered as by the server', async (asked: Asked) => {
    await expectNoDifference(url, '/islam', asked);
    await expectNoDifference(url, '/favicon.svg', asked);
  });
});
