import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createClient } from '@supabase/supabase-js';
import { afterAll, test as base, expect } from 'vitest';
import { openForCommand } from '../../waitlist/list/open-list.ts';
import { storedSourcesIn } from '../support/start-server.ts';
import { serverFolder, serverOfTests } from '../support/test-server.ts';
import { type Asked, visit } from '../support/visit.ts';
import { startFront } from './proxies.ts';

const functionPath = '/functions/v1/enhanced-waitlist';
const folder = await serverFolder('data');
const server = await serverOfTests(folder, {
  TRUST_PROXY: '1',
  LOG_LEVEL: 'debug',
  SITE_URL: 'https://localhost',
});
const database = await openForCommand({ dataDir: `${folder}/data` });
const front = await startFront([Number(new URL(server.url).port)]);
const test = base.runIf(front);
// Where all tests of a file are skipped, Vitest calls no afterAll.
if (!front) await Promise.all([database.close(), server.stop('SIGTERM')]);
afterAll(async () => {
  await front?.stop();
  await database.close();
});

/** Headers that differ by connection, by moment or by program. */
const ignoredHeaders = ['alt-svc', 'connection', 'date', 'keep-alive', 'server', 'x-request-id'];

/** The parts of an answer that must not differ. */
async function comparableAnswer(url: string, path: string, asked: Asked) {
  const { status, headers, body } = await visit(url, path, asked);
  const kept = Object.entries(headers).filter(([name]) => !ignoredHeaders.includes(name));
  return { status, headers: Object.fromEntries(kept), body: body.toString('base64') };
}

const nothing = { url: '', port: 0, plainPort: 0, accessLog: () => [], allLogs: () => '' };
const { url, port, plainPort, accessLog, allLogs } = front ?? nothing;

test('the real client joins by both calls over HTTP/2, and a form over HTTP/1.1', async () => {
  const client = createClient(url, server.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const entry = (who: string) => ({ user_email: `${who}@front.example`, entry_source: 'cta' });
  const joined = { data: { success: true }, error: null };
  await expect
    .poll(() => client.functions.invoke('enhanced-waitlist', { body: entry('function') }))
    .toMatchObject(joined);
  await expect.poll(() => client.rpc('add_to_waitlist', entry('procedure'))).toMatchObject(joined);
  const sendForm = () =>
    visit(url, '/waitlist/join', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=form%40front.example',
    });
  await expect.poll(sendForm).toMatchObject({ status: 303, headers: { location: '/waitlist/joined' } });
  for (const who of ['function', 'procedure', 'form'])
    expect(await storedSourcesIn(database, `${who}@front.example`), who).toHaveLength(1);
  const logged = () => JSON.stringify(accessLog());
  await expect.poll(logged).toContain('HTTP/1.1');
  expect(logged()).toContain('HTTP/2.0');
});

test.for<Asked>([
  { headers: { 'accept-encoding': 'br, gzip' } },
  { headers: { 'accept-encoding': 'gzip' } },
  { headers: { 'accept-encoding': 'identity' } },
  { headers: { 'accept-encoding': 'br;q=0, gzip' } },
  { headers: { 'accept-encoding': '*;q=0' } },
  { headers: { 'accept-encoding': '' } },
  { method: 'HEAD', headers: { 'accept-encoding': 'br' } },
  { method: 'PUT', body: 'a=b' },
  { method: 'OPTIONS' },
  { headers: { 'if-none-match': '*' } },
  { headers: { range: 'bytes=0-9' } },
])('every path is answered to %j as by the server', async (asked) => {
  for (const path of [
    '/',
    '/?',
    '/waitlist/joined',
    '/waitlist/joined/',
    '/waitlist/joined?a=b',
    '/waitlist/join',
    '/nowhere',
    '/404',
    '/index.html',
    '/.vite/site.json',
    '//waitlist/joined',
    '/waitlist/%6aoined',
    '/a/../waitlist/joined',
    '/waitlist%2fjoined',
    '/WAITLIST/joined',
    functionPath,
  ])
    expect(await comparableAnswer(url, path, { ...asked, from: '127.0.3.1' }), path).toEqual(
      await comparableAnswer(server.url, path, asked),
    );
});

test('plain HTTP leads to https, and another name than the site’s is not served', async () => {
  const plain = `http://localhost:${plainPort}`;
  const { status, headers } = await visit(plain, '/islam?a=b');
  expect(status).toBe(308);
  expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/islam\?a=b$/);
  for (const origin of [url, plain])
    expect((await visit(origin, '/', { headers: { host: 'elsewhere.example' } })).status).toBe(421);
});

test('/readyz is closed, however it is spelled, and /healthz is open', async () => {
  for (const path of [
    '/readyz',
    '/readyz?a',
    '//readyz',
    '/./readyz',
    '/a/../readyz',
    '/a/%2e%2e/readyz',
    '/%72eadyz',
    '/a\\..\\readyz',
    '/a/..%2freadyz',
    '/a/..%5creadyz',
    '/readyz#',
    '/readyz/',
    '/readyz%20',
    '/readyz%00',
    '/readyz;a',
    '/READYZ',
  ]) {
    const { status, body } = await visit(url, path);
    expect([400, 404, 308], path).toContain(status);
    expect(body.toString(), path).not.toContain('ready');
  }
  expect((await visit(url, '/healthz')).status).toBe(200);
});

test('a request has one id in both logs, which the visitor does not choose', async () => {
  const { headers } = await visit(url, functionPath, {
    headers: { 'x-request-id': 'chosen-by-a-visitor' },
  });
  const id = String(headers['x-request-id']);
  await expect.poll(server.output).toContain(`"id":"${id}"`);
  await expect.poll(() => accessLog().map((line) => line.id)).toContain(id);
  expect(server.output() + allLogs()).not.toContain('chosen-by-a-visitor');
});

test('clients that are slow on purpose are cut off, in their headers and in their bodies', async () => {
  const form =
    'POST /waitlist/join HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n';
  const secure = () =>
    connectTls({ port, host: '127.0.0.1', servername: 'localhost', ALPNProtocols: ['http/1.1'] });
  await Promise.all(
    [
      { socket: secure(), begun: 'secureConnect', bytes: form },
      { socket: secure(), begun: 'secureConnect', bytes: `${form}content-length: 100\r\n\r\nemail=` },
      { socket: connectPlain(plainPort, '127.0.0.1'), begun: 'connect', bytes: form },
    ].map(async ({ socket, begun, bytes }) => {
      // Rejects when the connection or its handshake fails.
      await once(socket, begun);
      socket.on('error', () => {}).resume();
      socket.write(bytes);
      await new Promise((resolve) => socket.once('close', resolve));
    }),
  );
});

test('no log of nginx holds an address, an email, a path, a token or a header', async () => {
  const path = '/waitlist/leave?t=a-secret-token';
  const from = '127.0.0.9';
  const before = accessLog().length;
  await visit(url, path, { from, headers: { cookie: 'biscuit=1', referer: 'https://x.example' } });
  await visit(url, path, { method: 'POST', body: 'a'.repeat(20_000), from });
  await visit(`http://localhost:${plainPort}`, path, { from });
  await visit(url, '/healthz');
  await expect.poll(() => accessLog().length).toBeGreaterThanOrEqual(before + 4);
  expect(allLogs()).not.toMatch(/127\.0\.[01]\.[2-9]|@|%40|secret|waitlist|biscuit|x\.example/);
});
