import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import { afterAll, test as base, beforeEach, expect, onTestFinished } from 'vitest';
import { listen } from '../support/network.ts';
import { visit } from '../support/visit.ts';
import { startFront } from './proxies.ts';

/** The headers of each request that came through nginx. */
let seen: IncomingHttpHeaders[] = [];
const held: ServerResponse[] = [];
/** For /hold it waits to be released, and for an X-Break header it destroys the connection. */
const recorder = createServer((request, response) => {
  const { url, headers } = request;
  if (url === '/healthz') return response.end();
  seen.push(headers);
  request.resume().once('end', () => {
    if (headers['x-break']) request.socket.destroy();
    else if (url === '/hold') held.push(response);
    else response.end();
  });
});
const upstream = await listen(recorder);
// Three times the same one: to nginx they are three servers.
const startOwnFront = () => startFront([upstream, upstream, upstream]);
const nginx = await startOwnFront();
const test = base.runIf(nginx);
const url = nginx?.url ?? '';
afterAll(async () => {
  await nginx?.stop();
  recorder.close();
  recorder.closeAllConnections();
});
beforeEach(() => {
  seen = [];
});

/** The status that nginx answers a visitor with. */
async function statusFor(from: string, path: string, agent: Agent | false = false) {
  return (await visit(url, path, { from, agent })).status;
}

test('a visitor has 200 requests under way at most, and another is served', async () => {
  const waiting = Array.from({ length: 200 }, () => statusFor('127.0.2.1', '/hold'));
  await expect.poll(() => held.length).toBe(200);
  expect(await statusFor('127.0.2.1', '/')).toBe(429);
  expect(await statusFor('127.0.2.2', '/')).toBe(200);
  for (const response of held) response.end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
});

test('a visitor who keeps asking is refused, others are not', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(() => agent.destroy());
  const startedAt = performance.now();
  const asking = Array.from({ length: 1000 }, () => statusFor('127.0.2.3', '/', agent));
  const served = (await Promise.all(asking)).filter((status) => status !== 429);
  expect(new Set(served)).toEqual(new Set([200]));
  // A burst of 400 after the first, and 50 a second.
  expect(served.length).toBeGreaterThanOrEqual(401);
  expect(served.length).toBeLessThanOrEqual(401 + (50 * (performance.now() - startedAt)) / 1000);
  expect(await statusFor('127.0.2.4', '/')).toBe(200);
});

test.for<Record<string, string>>([
  // By the first the server counts visitors, by the second its log line is found: neither is a visitor's to choose.
  { 'x-forwarded-for': '192.0.2.1', 'x-request-id': 'chosen' },
  { connection: 'X-Forwarded-For, X-Request-Id, Host' },
  { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMA', te: 'trailers' },
])('%j changes neither who asks nor the protocol', async (headers) => {
  expect((await visit(url, '/', { headers })).status).toBe(200);
  const host = expect.stringMatching(/^localhost(:\d+)?$/);
  const id = expect.stringMatching(/^[\da-f-]{32,36}$/);
  expect(seen).toMatchObject([{ host, 'x-forwarded-for': '127.0.0.1', 'x-request-id': id }]);
  for (const hop of ['upgrade', 'http2-settings', 'te']) expect(seen[0]).not.toHaveProperty(hop);
});

test('a body or headers beyond any join do not reach the server', async () => {
  const large = await visit(url, '/waitlist/join', { method: 'POST', body: 'a'.repeat(20_000) });
  expect(large.status).toBe(413);
  const wordy = await visit(url, '/', { headers: { cookie: 'a'.repeat(40_000) } });
  expect([400, 431]).toContain(wordy.status);
  expect(seen).toEqual([]);
});

test('a report of bounces may be larger than a join, up to a limit', async () => {
  const report = await visit(url, '/waitlist/hooks/ses', { method: 'POST', body: 'a'.repeat(200_000) });
  expect(report.status).toBe(200);
  expect(seen).toHaveLength(1);
  // Refused for what it says: the rest of it would meet a closed connection.
  const headers = { 'content-length': '5000000' };
  const large = await visit(url, '/waitlist/hooks/ses', { method: 'POST', headers, body: 'a' });
  expect(large.status).toBe(413);
  expect(seen).toHaveLength(1);
});

test('a POST whose connection breaks is not retried, except a join, on one other server', async () => {
  // Its own nginx: one avoids a server for a while after it has broken a connection.
  const own = await startOwnFront();
  onTestFinished(async () => void (await own?.stop()));
  const ownUrl = own?.url ?? '';
  const broken = { method: 'POST', headers: { 'x-break': 'yes' }, body: 'a=b' };
  expect((await visit(ownUrl, '/waitlist/leave?t=token', broken)).status).toBe(502);
  expect(seen).toHaveLength(1);
  expect((await visit(ownUrl, '/waitlist/join', broken)).status).toBe(502);
  expect(seen).toHaveLength(3);
});
