import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import type { AppEnv } from '../responses.ts';
import { fastPath, serveSite } from './serve.ts';
import { openSite } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'quick-'));
await mkdir(join(folder, 'islam'), { recursive: true });
await writeFile(join(folder, 'index.html'), '<html>front</html>');
await writeFile(join(folder, 'index.html.gz'), gzipSync('<html>front</html>'));
await writeFile(join(folder, 'islam/index.html'), '<html>islam</html>');
await writeFile(join(folder, '404.html'), '<html>lost</html>');
await mkdir(join(folder, '.vite'));
await writeFile(
  join(folder, '.vite/site.json'),
  JSON.stringify({
    pages: [
      ['/', 'index.html'],
      ['/islam', 'islam/index.html'],
      ['/404', '404.html'],
    ].map(([path, file]) => ({ path, file, styleHashes: [], fonts: [] })),
  }),
);
await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
const site = await openSite(folder, {});
const app = new Hono<AppEnv>().get('*', serveSite(site));
const answerQuickly = fastPath(site, undefined);
const left: string[] = [];
const server = createServer((incoming, outgoing) => {
  if (answerQuickly(incoming, outgoing)) return;
  left.push(incoming.url ?? '');
  outgoing.end();
}).listen(0, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Not fetch, which would add an Accept-Encoding and decode the body. */
function ask(method: string, path: string, headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number | undefined; headers: object; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const { date: _date, connection: _connection, ...rest } = response.headers;
        resolve({
          status: response.statusCode,
          headers: rest,
          body: Buffer.concat(parts).toString('latin1'),
        });
      });
    })
      .on('error', reject)
      .end();
  });
}

async function askApp(method: string, path: string, headers: Record<string, string>) {
  const response = await app.request(path, { method, headers });
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

const { etag = '' } = site.answer({ path: '/' }).headers;
const requests: [string, string, Record<string, string>][] = [
  ['GET', '/', {}],
  ['HEAD', '/', {}],
  ['GET', '/?utm=a', { 'accept-encoding': 'gzip' }],
  ['GET', '/islam', { 'accept-encoding': 'br' }],
  ['GET', '/', { 'if-none-match': etag }],
  ['HEAD', '/', { 'if-none-match': etag }],
  ['GET', '/robots.txt', { range: 'bytes=0-3' }],
  ['GET', '/robots.txt', { range: 'bytes=99-' }],
  ['GET', '/robots.txt', { range: 'bytes=0-3', 'if-range': '"old"' }],
];

for (const [method, path, headers] of requests) {
  test(`the fast path answers ${method} ${path} ${JSON.stringify(headers)} as the app does`, async () => {
    expect(await ask(method, path, headers)).toEqual(await askApp(method, path, headers));
  });
}

test('a HEAD with a Range is answered as if it had none', async () => {
  for (const range of ['bytes=0-3', 'bytes=99-']) {
    for (const answer of [ask, askApp]) {
      expect(await answer('HEAD', '/robots.txt', { range })).toMatchObject({
        status: 200,
        headers: { 'content-length': '13' },
      });
    }
  }
});

test('what is neither a page nor a file is left to the app', async () => {
  const paths = ['/nowhere', '/islam/', '/%69slam', '/404.html', '//', '/waitlist/join'];
  for (const path of paths) await ask('GET', path, {});
  await ask('POST', '/', {});
  expect(left).toEqual([...paths, '/']);
});
