import { connect } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { bothFronts } from './both-fronts.ts';
import { afterFrames, frameTricks } from './frame-tricks.ts';
import { exchange } from './raw-exchange.ts';
import { exchangeFrames } from './raw-http2.ts';
import { type Seen, startRecorder } from './recorder.ts';
import { tricks } from './tricks.ts';
import { visit } from './visitor.ts';

const recorder = await startRecorder();
afterAll(recorder.close);
beforeEach(() => void recorder.take());
// Three times the same one: to a proxy they are three servers.
const fronts = await bothFronts([recorder.port, recorder.port, recorder.port]);

if (fronts.length === 0) test.skip('tricks on a proxy: skipped, this machine has none', () => {});

/** The requests that the server saw, without the well-formed one that follows each trick. */
function seenOfTrick(): Seen[] {
  const seen = recorder.take();
  for (const { headers } of seen) {
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/);
    expect([headers.host, headers.upgrade, headers.te]).toEqual([
      expect.stringMatching(/^localhost(:\d+)?$/),
      undefined,
      undefined,
    ]);
  }
  const isAfter = ({ method, url }: Seen) => method === 'GET' && url === '/after';
  for (const { body } of seen.filter(isAfter)) expect(body).toBe('');
  return seen.filter((request) => !isAfter(request));
}

/** Caddy percent-encodes some characters of a path. */
const plain = (url: string) => url.replaceAll('%5C', '\\').replaceAll('%23', '#').replaceAll('%20', ' ');

const nginx = fronts.find(({ name }) => name === 'nginx');

test.runIf(nginx)(
  'nginx: one visitor may have 200 requests under way and no more, and another is still served',
  async () => {
    const { url = '' } = nginx ?? {};
    const held = Array.from({ length: 200 }, () => visit(url, '/hold', { from: '127.0.2.1' }));
    await expect.poll(recorder.held).toBe(200);
    expect((await visit(url, '/trick', { from: '127.0.2.1' })).status).toBe(429);
    expect((await visit(url, '/trick', { from: '127.0.2.2' })).status).toBe(200);
    recorder.release();
    for (const { status } of await Promise.all(held)) expect(status).toBe(200);
  },
);

test.runIf(nginx)('nginx: a visitor who keeps asking is refused, others are not', async () => {
  const { url = '' } = nginx ?? {};
  const socket = connectPlain({ port: nginx?.port ?? 0, host: '127.0.0.1', localAddress: '127.0.2.3' });
  const createConnection = () => connectTls({ socket, servername: 'localhost', ALPNProtocols: ['h2'] });
  const session = connect(url, { createConnection });
  const ask = () =>
    new Promise<unknown>((resolve) => {
      const stream = session.request({ ':path': '/trick' }).resume();
      stream.once('response', (headers) => resolve(headers[':status']));
    });
  const statuses = new Set<unknown>();
  const startedAt = performance.now();
  // What deploy/nginx/bukoor.conf lets through: a burst of 400 after the first, and 50 a second.
  const most = () => 401 + (50 * (performance.now() - startedAt)) / 1000;
  for (let sent = 0; sent <= most() && !statuses.has(429); sent += 100)
    for (const status of await Promise.all(Array.from({ length: 100 }, ask))) statuses.add(status);
  session.close();
  expect(statuses).toEqual(new Set([200, 429]));
  expect((await visit(url, '/trick', { from: '127.0.2.4' })).status).toBe(200);
});

describe.each(fronts)('$name', ({ name, url, port }) => {
  test.for(tricks)('$name: one request or none', async ({ bytes, bodies = [''] }) => {
    const answered = await exchange(port, bytes);
    const seen = seenOfTrick();
    const target = bytes.split(/[ \r\n]/)[1]?.replace(/^http:\/\/[^/]+/, '');
    expect(seen.length).toBeLessThanOrEqual(1);
    for (const { url, body } of seen) {
      expect(plain(url)).toBe(plain(target ?? ''));
      expect(bodies).toContain(body);
    }
    const statuses = [...answered.matchAll(/^HTTP\/1\.[01] (?!100)\d{3}/gm)];
    expect(answered).not.toBe('');
    expect(statuses.length).toBeLessThanOrEqual(2);
  });

  test.for(frameTricks)('in HTTP/2, $name: one request or none', async (trick) => {
    const [first, second] = await exchangeFrames(port, trick, afterFrames);
    const seen = seenOfTrick();
    expect(seen.length).toBeLessThanOrEqual(1);
    for (const { url, body } of seen) {
      // The first: where a trick has two, the second is the smuggled one (RFC 9113, 8.3, calls that malformed).
      expect(plain(url)).toBe(trick.fields.find(([name]) => name === ':path')?.[1]);
      expect([undefined, '', trick.body]).toContain(body);
    }
    expect(first).toBeLessThanOrEqual(1);
    expect(second).toBeLessThanOrEqual(1);
  });

  test('a POST whose connection the server breaks is not retried, except a join behind nginx, on one other server', async () => {
    const broken = { method: 'POST', headers: { 'x-break': 'yes' }, body: 'a=b' };
    expect((await visit(url, '/waitlist/leave?t=token', broken)).status).toBe(502);
    expect(recorder.take()).toHaveLength(1);
    expect((await visit(url, '/waitlist/join', broken)).status).toBe(502);
    expect(recorder.take()).toHaveLength(name === 'nginx' ? 2 : 1);
  });
});
