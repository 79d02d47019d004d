import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { createClient } from '@supabase/supabase-js';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { makeServerFolder, removeFolder, startServer, storedSourcesIn } from '../contract/start-server.ts';
import { copyEmbeddedList } from '../support/databases.ts';
import { bothFronts } from './proxies.ts';
import { type Asked, visit } from './visit.ts';

const functionPath = '/functions/v1/enhanced-waitlist';
const folder = await makeServerFolder();
copyEmbeddedList(`${folder}/data`);
const server = await startServer(folder, {
  TRUST_PROXY: '1',
  LOG_LEVEL: 'debug',
  SITE_URL: 'https://localhost',
});
const database = await openDatabaseForTools({ dataDir: `${folder}/data` });
const { fronts, stop } = await bothFronts([Number(new URL(server.url).port)]);
afterAll(async () => {
  await stop();
  await database.close();
  await server.stop('SIGTERM');
  await removeFolder(folder);
});

const key = server.anonKey;
const testBehindProxies = test.runIf(fronts.length > 0);
if (fronts.length === 0) test.skip('behind a proxy: skipped, this machine has none', () => {});

/** Headers that differ by connection, by moment or by program. */
const ignoredHeaders = ['alt-svc', 'connection', 'date', 'keep-alive', 'server', 'x-request-id'];

/** The parts of an answer that must not differ. */
async function shown(url: string, path: string, asked: Asked) {
  const { status, headers, body } = await visit(url, path, asked);
  const kept = Object.entries(headers).filter(([name]) => !ignoredHeaders.includes(name));
  return { status, headers: Object.fromEntries(kept), body: body.toString('base64') };
}

describe.each(fronts)('$name', (front) => {
  const { name, url, plainPort } = front;
  const own = name.toLowerCase();
  /** Repeats the join while the server says that it is too busy. */
  const join = async (email: string, from: string, headers: Record<string, string> = {}) => {
    for (;;) {
      const answer = await visit(url, functionPath, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ user_email: email, entry_source: 'Friend' }),
        from,
      });
      if (answer.status !== 503) return answer;
      await wait(100);
    }
  };

  test('the real client joins by both calls over HTTP/2, a program over HTTP/1.1, and a form without a script', async () => {
    const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
    const entry = (who: string) => ({ user_email: `${who}@${own}.example`, entry_source: 'cta' });
    const joined = { data: { success: true }, error: null };
    await expect
      .poll(() => client.functions.invoke('enhanced-waitlist', { body: entry('function') }))
      .toMatchObject(joined);
    await expect.poll(() => client.rpc('add_to_waitlist', entry('procedure'))).toMatchObject(joined);
    expect((await join(`program@${own}.example`, '127.0.0.2')).status).toBe(200);
    const sendForm = () =>
      visit(url, '/waitlist/join', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
        body: `email=form%40${own}.example`,
      });
    await expect.poll(sendForm).toMatchObject({ status: 303, headers: { location: '/waitlist/joined' } });
    for (const who of ['function', 'procedure', 'program', 'form'])
      expect(await storedSourcesIn(database, `${who}@${own}.example`), who).toHaveLength(1);
    const logged = () => JSON.stringify(front.accessLog());
    await expect.poll(logged).toContain('HTTP/1.1');
    expect(logged()).toContain('HTTP/2.0');
  });

  test.for<Asked>([
    ...['br, gzip', 'gzip', 'identity', 'br;q=0, gzip', '*;q=0', ''].map((coding) => ({
      headers: { 'accept-encoding': coding },
    })),
    { method: 'HEAD', headers: { 'accept-encoding': 'br' } },
    { method: 'PUT', body: 'a=b' },
    { method: 'OPTIONS' },
    { headers: { 'if-none-match': '*' } },
    { headers: { range: 'bytes=0-9' } },
  ])('every path is answered to %j as by the server', async (asked) => {
    for (const path of [
      ...['/', '/?', '/waitlist/joined', '/waitlist/joined/', '/waitlist/joined?a=b', '/waitlist/join'],
      ...['/nowhere', '/404', '/index.html', '/.vite/site.json', '//waitlist/joined', '/waitlist/%6aoined'],
      ...['/a/../waitlist/joined', '/waitlist%2fjoined', '/WAITLIST/joined', functionPath],
    ])
      expect(await shown(url, path, { ...asked, from: '127.0.3.1' }), path).toEqual(
        await shown(server.url, path, asked),
      );
  });

  test('plain HTTP redirects to the same address over https, with its query', async () => {
    const { status, headers } = await visit(`http://localhost:${plainPort}`, '/islam?a=b');
    expect(status).toBe(308);
    expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/islam\?a=b$/);
  });

  test('another name than the site’s is not served', async () => {
    for (const place of [url, `http://localhost:${plainPort}`])
      expect((await visit(place, '/', { headers: { host: 'elsewhere.example' } })).status).toBe(421);
  });

  test('/readyz is closed, however it is spelled, and /healthz is open', async () => {
    for (const path of [
      ...['/readyz', '/readyz?a', '//readyz', '/./readyz', '/a/../readyz', '/a/%2e%2e/readyz', '/%72eadyz'],
      ...['/a\\..\\readyz', '/a/..%2freadyz', '/a/..%5creadyz', '/readyz#', '/readyz/', '/readyz%20'],
      ...['/readyz%00', '/readyz;a', '/READYZ'],
    ]) {
      const { status, body } = await visit(url, path);
      expect([400, 404, 308], path).toContain(status);
      expect(body.toString(), path).not.toContain('ready');
    }
    expect((await visit(url, '/healthz')).status).toBe(200);
  });

  test('a visitor who writes X-Forwarded-For is counted by where they come from', async () => {
    const from = name === 'nginx' ? '127.0.1.1' : '127.0.1.2';
    const tryAs = async (number: number) => {
      // Each time another network, which has its own allowance.
      const forged = `198.18.${number & 255}.${number >> 8}`;
      const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}` };
      return (await join(`forger${number}@${own}.example`, from, headers)).body.toString();
    };
    let refused: string | undefined;
    // 120 tries and one more every five seconds: 300 would take a quarter of an hour to be let through.
    for (let tried = 0; tried < 300 && refused === undefined; tried += 30) {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => tryAs(tried + index)));
      refused = answers.find((answer) => answer.includes('"success":false'));
    }
    expect(refused).toBeDefined();
    const other = await join(`honest@${own}.example`, '127.0.0.2', { 'x-forwarded-for': from });
    expect(other.body.toString()).toBe('{"success":true}');
  });

  test('a request has the same id in both logs, and it is not the one that the visitor sent', async () => {
    const { headers } = await join(`named@${own}.example`, '127.0.0.2', {
      'x-request-id': 'chosen-by-a-visitor',
    });
    const id = String(headers['x-request-id']);
    await expect.poll(server.output).toContain(`"id":"${id}"`);
    await expect.poll(() => front.accessLog().map((line) => line.id)).toContain(id);
    expect(server.output() + front.allLogs()).not.toContain('chosen-by-a-visitor');
  });

  test('a body or headers beyond any join are refused', async () => {
    const headers = { apikey: key, 'content-type': 'application/json' };
    const large = await visit(url, functionPath, { method: 'POST', body: 'a'.repeat(20_000), headers });
    expect(large.status).toBe(413);
    const wordy = await visit(url, '/', { headers: { cookie: 'a'.repeat(40_000) } });
    expect([400, 431]).toContain(wordy.status);
  });

  test('HTTP/3 is offered where the program has it', async () => {
    const session = connectHttp2(url);
    const [headers] = await once(session.request({ ':path': '/' }).resume(), 'response');
    session.close();
    expect(headers[':status']).toBe(200);
    expect(headers['alt-svc']).toEqual(name === 'Caddy' ? expect.stringMatching(/^h3=/) : undefined);
  });
});

test.runIf(fronts.some(({ name }) => name === 'Caddy'))('the Caddyfile is as Caddy formats it', () => {
  const { stdout } = spawnSync('caddy', ['fmt', 'deploy/caddy/Caddyfile'], { encoding: 'utf8' });
  expect(stdout).toBe(readFileSync('deploy/caddy/Caddyfile', 'utf8'));
});

testBehindProxies(
  'clients that are slow on purpose are cut off, in their headers and in their bodies',
  async () => {
    const unfinished =
      'POST /waitlist/join HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n';
    const closed = fronts.flatMap(({ port, plainPort }) => {
      const secure = () =>
        connectTls({ port, host: '127.0.0.1', servername: 'localhost', ALPNProtocols: ['http/1.1'] });
      const slow = [
        { socket: secure(), bytes: unfinished },
        { socket: secure(), bytes: `${unfinished}content-length: 100\r\n\r\nemail=` },
        { socket: connectPlain(plainPort, '127.0.0.1'), bytes: unfinished },
      ];
      return slow.map(async ({ socket, bytes }) => {
        // Rejects when the connection or its handshake fails.
        await once(socket, socket instanceof TLSSocket ? 'secureConnect' : 'connect');
        socket.on('error', () => {}).resume();
        socket.write(bytes);
        await new Promise((resolve) => socket.once('close', resolve));
      });
    });
    await Promise.all(closed);
  },
);

testBehindProxies(
  'no log of a proxy holds a visitor’s address, an email, a path, a token or a header',
  async () => {
    for (const front of fronts) {
      const path = '/waitlist/leave?t=a-secret-token';
      const from = '127.0.0.9';
      const before = front.accessLog().length;
      await visit(front.url, path, { from, headers: { cookie: 'biscuit=1', referer: 'https://x.example' } });
      await visit(front.url, path, { method: 'POST', body: 'a'.repeat(20_000), from });
      await visit(`http://localhost:${front.plainPort}`, path, { from });
      const connection = connectPlain({ port: front.port, host: '127.0.0.1', localAddress: from });
      await new Promise((resolve) =>
        connection.on('error', resolve).once('close', resolve).resume().write(`GET ${path} HTTP/1.1\r\n\r\n`),
      );
      await visit(front.url, '/healthz');
      // All but the one without TLS, and in Caddy but its redirect too.
      const logged = front.name === 'nginx' ? 4 : 3;
      await expect.poll(() => front.accessLog().length).toBeGreaterThanOrEqual(before + logged);
      expect(front.allLogs()).not.toMatch(/127\.0\.[01]\.[2-9]|@|%40|secret|waitlist|biscuit|x\.example/);
    }
  },
);
