import { createServer, type IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../support/network.ts';
import { startFronts } from './proxies.ts';
import { visit } from './visit.ts';

/**
 * A server behind the proxies that records the requests that reach it, parsed by Node as in the site's server. For /hold it
 * waits to be released, and for an X-Break header it destroys the connection.
 */
let seen: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
const held: (() => void)[] = [];
const recorder = createServer((request, response) => {
  const { url = '', headers } = request;
  request.on('error', () => {}).resume();
  request.once('end', () => {
    if (url === '/healthz') return response.end();
    seen.push({ url, headers });
    if (url === '/hold') held.push(() => response.end());
    else if (headers['x-break']) request.socket.destroy();
    else response.end();
  });
});
const upstream = await listen(recorder);
// Three times the same one: to a proxy they are three servers.
const { fronts, stop } = await startFronts([upstream, upstream, upstream]);
afterAll(async () => {
  await stop();
  recorder.close();
  recorder.closeAllConnections();
});
beforeEach(() => {
  seen = [];
});

if (fronts.length === 0) test.skip('tricks on a proxy: skipped, this machine has none', () => {});
const nginx = fronts.find(({ name }) => name === 'nginx');

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\nX-A: ';
const post = (lines: string, body: string, version = '1.1') =>
  `POST /trick HTTP/${version}\r\nHost: localhost\r\n${lines}\r\n\r\n${body}`;
const get = (target: string, lines = '') => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;

/** A body that is empty when read as chunks, and contains a second request when read by its length. */
const emptyChunk = `0\r\n\r\n${smuggled}`;
const length = `Content-Length: ${emptyChunk.length}`;
/** The reverse: by its length it ends before the second request, which is part of it when read as chunks. */
const chunked = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
const inChunks = 'Transfer-Encoding: chunked';

/** Spellings of Transfer-Encoding that one parser takes for chunked and another does not. */
const transferEncodings = [
  ...['Transfer-Encoding: xchunked', 'Transfer-Encoding: chunked, identity', 'Transfer-Encoding:\tchunked'],
  ...['Transfer-Encoding: chunked\x0b', 'Transfer-Encoding : chunked', 'X: X\nTransfer-Encoding: chunked'],
  ...['Transfer-Encoding:\r\n chunked', `${inChunks}\r\nTransfer-Encoding: identity`],
  ...['Transfer_Encoding: chunked', 'Transfer-Encoding\x00: chunked', inChunks],
];
const lengths = [' +3', ' 0x3', ' 3a', ' 3, 3', ' 99999999999999999999', ' 18446744073709551619'];
const chunkSizes = ['fffffffffffffffff', '-3', '0x3', '3;a=\n', ''];
const targets = ['/trick%0d%0aGET%20/smuggled', '/a/..%2ftrick', '//trick', '/trick%00', '/trick#/smuggled'];

/** Ways to make a proxy and the server behind it disagree about where one request ends (RFC 9112, 11.2). */
const tricks = [
  ...transferEncodings.map((line) => post(`${length}\r\n${line}`, emptyChunk)),
  post(`${inChunks}\r\nContent-Length: 4`, chunked),
  `${get('/trick', `Content-Length: ${smuggled.length}\r\n`)}${smuggled}`,
  post(inChunks, chunked, '1.0'),
  ...lengths.map((value) => post(`Content-Length:${value}`, 'a=b')),
  ...chunkSizes.map((size) => post(inChunks, `${size}\r\na=b\r\n0\r\n\r\n`)),
  post(inChunks, '3\r\na=b\r\n0\r\nContent-Length: 50\r\n\r\n'),
  post('Content-Length: 1\r\nContent-Length: 6', 'a=b&c='),
  post(inChunks, `3\r\na=bXX0\r\n\r\n${smuggled}`),
  'GET /trick HTTP/1.1\nHost: localhost\n\n',
  'GET /trick HTTP/1.1\rHost: localhost\r\r',
  'GET /trick HTTP/1.1\r\n\r\n',
  'GET http://elsewhere.example/trick HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  get('/trick', 'X-A: a\r\n Content-Length: 50\r\n'),
  get('/trick', 'X-A: a\0b\r\n'),
  get('/trick', 'Host: elsewhere.example\r\n'),
  get('/trick', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n'),
  get('/trick', 'Connection: X-Forwarded-For, X-Request-Id, Host\r\n'),
  // By the first the server counts visitors, by the second its log line is found: neither is a visitor's to choose.
  get('/trick', 'X-Forwarded-For: 192.0.2.1\r\nX-Request-Id: chosen\r\n'),
  ...targets.map((target) => get(target)),
];

/** Sends bytes and a well-formed last request in one write over TLS; returns everything that was received until the end. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const place = { port, host: '127.0.0.1', servername: 'localhost' };
    const socket = connectTls({ ...place, ALPNProtocols: ['http/1.1'] });
    // A proxy may close an attacker's connection with a reset.
    socket.on('error', () => {}).once('close', () => resolve(text));
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    socket.write(`${bytes}GET /after HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1');
  });
}

/** A visitor of nginx with an address of their own, on one connection of HTTP/2; each request resolves to its status. */
function visitorFrom(localAddress: string) {
  const { url = '', port = 0 } = nginx ?? {};
  const socket = connectPlain({ port, host: '127.0.0.1', localAddress });
  const createConnection = () => connectTls({ socket, servername: 'localhost', ALPNProtocols: ['h2'] });
  const session = connectHttp2(url, { createConnection });
  onTestFinished(() => session.close());
  return (path: string) =>
    new Promise<unknown>((resolve) => {
      const stream = session.request({ ':path': path }).resume();
      stream.once('response', (headers) => resolve(headers[':status']));
    });
}

// First: of a server that breaks a connection, as below, nginx thinks ill for a while.
test.runIf(nginx)('nginx: a visitor has 200 requests under way at most, and another is served', async () => {
  // nginx takes 128 at once on one connection.
  const [ask, askBeside] = [visitorFrom('127.0.2.1'), visitorFrom('127.0.2.1')];
  const waiting = Array.from({ length: 200 }, (_, turn) => (turn % 2 ? ask : askBeside)('/hold'));
  await expect.poll(() => held.length).toBe(200);
  expect(await ask('/trick')).toBe(429);
  expect(await visitorFrom('127.0.2.2')('/trick')).toBe(200);
  for (const answer of held) answer();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
});

test.runIf(nginx)('nginx: a visitor who keeps asking is refused, others are not', async () => {
  const statuses = new Set<unknown>();
  const startedAt = performance.now();
  // What deploy/nginx/bukoor.conf lets through: a burst of 400 after the first, and 50 a second.
  const most = () => 401 + (50 * (performance.now() - startedAt)) / 1000;
  for (let sent = 0; sent <= most() && !statuses.has(429); sent += 100) {
    // Each time another connection: nginx closes one after a thousand requests, which a slow machine may come to.
    const ask = visitorFrom('127.0.2.3');
    const hundred = Array.from({ length: 100 }, () => ask('/trick'));
    for (const status of await Promise.all(hundred)) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([200, 429]));
  expect(await visitorFrom('127.0.2.4')('/trick')).toBe(200);
});

describe.each(fronts)('$name', ({ name, url, port }) => {
  test.for(tricks)('%j is one request or none', async (trick) => {
    const answered = await exchange(port, trick);
    for (const { headers } of seen) {
      expect(headers['x-forwarded-for']).toBe('127.0.0.1');
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/);
      expect(headers.host).toMatch(/^localhost(:\d+)?$/);
      expect([headers.upgrade, headers.te]).toEqual([undefined, undefined]);
    }
    const target = trick.split(/[ \r\n]/)[1]?.replace(/^http:\/\/[^/]+/, '');
    // Caddy percent-encodes some characters of a path.
    const reached = seen.map((request) => request.url?.replaceAll('%23', '#'));
    expect([[], ['/after'], [target], [target, '/after']]).toContainEqual(reached);
    expect(answered).not.toBe('');
    expect([...answered.matchAll(/^HTTP\/1\.[01] (?!100)\d{3}/gm)].length).toBeLessThanOrEqual(2);
  });

  test('a body or headers beyond any join do not reach the server', async () => {
    const large = await visit(url, '/waitlist/join', { method: 'POST', body: 'a'.repeat(20_000) });
    expect(large.status).toBe(413);
    const wordy = await visit(url, '/', { headers: { cookie: 'a'.repeat(40_000) } });
    expect([400, 431]).toContain(wordy.status);
    expect(seen).toEqual([]);
  });

  test('a POST whose connection the server breaks is not retried, except a join behind nginx, on one other server', async () => {
    const broken = { method: 'POST', headers: { 'x-break': 'yes' }, body: 'a=b' };
    expect((await visit(url, '/waitlist/leave?t=token', broken)).status).toBe(502);
    expect(seen).toHaveLength(1);
    expect((await visit(url, '/waitlist/join', broken)).status).toBe(502);
    expect(seen).toHaveLength(name === 'nginx' ? 3 : 2);
  });
});
