import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '../support/network.ts';
import { openRawClient } from '../support/start-server.ts';
import { serverFolder, serverOfTests } from '../support/test-server.ts';

const folder = await serverFolder('data', 'behind-proxy');
const metricsPort = String(await freePort());
const alone = await serverOfTests(folder, { LOG_LEVEL: 'error', METRICS_PORT: metricsPort });
const behindProxy = await serverOfTests(folder, {
  LOG_LEVEL: 'error',
  DATA_DIR: './behind-proxy',
  TRUST_PROXY: '1',
});

/** The beginning of a form; its length is to follow. */
const form =
  'POST /waitlist/join HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n';
const page = 'GET / HTTP/1.1\r\nHost: localhost\r\n';

// That of slower answers no more are even parsed: server/listen.test.ts.
test('a connection that pipelines two thousand requests is closed after a few answers', async () => {
  const client = await openRawClient(behindProxy.url);
  client.socket.write(`${page}\r\n`.repeat(2000));
  await client.closed;
  expect(client.received().split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(8);
  expect((await fetch(`${behindProxy.url}/readyz`)).status).toBe(200);
});

test.for([
  { server: alone, kept: 512, which: 'that stands alone keeps 512 connections of one address' },
  { server: behindProxy, kept: 600, which: 'behind a proxy, from which all come, keeps all' },
])('of 600 connections a server $which', async ({ server, kept }) => {
  const clients = await Promise.all(
    Array.from({ length: 600 }, async () => {
      const client = await openRawClient(server.url);
      // Each asks at once: one that is silent for five seconds is closed for that.
      client.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await client.answered;
      return client;
    }),
  );
  expect(clients.filter(({ received }) => received().startsWith('HTTP/1.1 200 '))).toHaveLength(kept);
  for (const { socket } of clients) socket.destroy();
  await Promise.all(clients.map(({ closed }) => closed));
  const health = async () => (await fetch(`${server.url}/healthz`)).text();
  await expect.poll(() => health().catch(() => '')).toContain('up');
});

test('clients that are slow on purpose are cut off, and others are served', async () => {
  const clients = await Promise.all(Array.from({ length: 200 }, () => openRawClient(alone.url)));
  for (const [turn, { socket }] of clients.entries())
    socket.write(turn % 2 === 0 ? form : `${form}content-length: 1000\r\n\r\nemail=`);
  const drip = setInterval(() => {
    for (const { socket } of clients) if (socket.writable) socket.write('a');
  }, 200);
  let slow = clients.length;
  for (const { closed } of clients) void closed.then(() => (slow -= 1));
  let servedMeanwhile = 0;
  while (slow > 0) {
    expect((await fetch(alone.url)).status).toBe(200);
    if (slow === clients.length) servedMeanwhile += 1;
    // A pause before the next visitor: without it there would be thousands, and one in a while shows whether they are served.
    await wait(50);
  }
  clearInterval(drip);
  expect(servedMeanwhile).toBeGreaterThan(0);
  for (const { received } of clients) expect(received()).toMatch(/^(HTTP\/1\.1 408 .*)?$/s);
});

for (const length of ['transfer-encoding: chunked', 'content-length: 300000000000000'])
  test(`a body without end (${length}) is refused while it is still being sent`, async () => {
    const client = await openRawClient(alone.url);
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    let sent = 0;
    const send = () => {
      if (!client.socket.writable) return;
      sent += chunk.length;
      // The next turn of the loop also reads: a client that only writes would not see the answer.
      client.socket.write(chunk, () => setImmediate(send));
    };
    client.socket.write(`${form}${length}\r\n\r\n`, send);
    await client.answered;
    // Until it is answered: afterwards the server drops whatever comes for half a second, however much that is.
    expect(sent).toBeLessThan(100_000_000);
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1\.1 413 /);
  });

test('malformed requests get a 4xx, and the server stays up', async () => {
  const wrong: [status: number, ...bytes: string[]][] = [
    [400, 'no HTTP at all', 'PRI * HTTP/2.0', `${form}content-length: -1`],
    [
      400,
      `${form}content-length: 5\r\ntransfer-encoding: chunked`,
      `${form}content-length: 5\r\ncontent-length: 6`,
    ],
    [417, `${page}Expect: a-miracle`],
    [431, `${page}x: ${'a'.repeat(20_000)}`],
  ];
  for (const [status, ...requests] of wrong)
    for (const bytes of requests)
      expect(await answerTo(bytes), bytes).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  for (const bytes of [
    'GET http://[/ HTTP/1.1\r\nHost: localhost',
    'GET //// HTTP/1.0',
    'GET / HTTP/1.1\r\nHost: [::',
    'GET / HTTP/1.1\r\nHost:',
    'CONNECT x:1 HTTP/1.1\r\nHost: localhost',
    'OPTIONS * HTTP/1.1\r\nHost: localhost',
    `${page}Connection: upgrade\r\nUpgrade: websocket`,
  ])
    expect(await answerTo(bytes), bytes).not.toMatch(/HTTP\/1\.1 5/);
  expect((await fetch(`${alone.url}/readyz`)).status).toBe(200);
  expect(alone.output()).not.toContain('"level":50');
});

/** What the server answers to these bytes, until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const client = await openRawClient(alone.url);
  client.socket.end(`${bytes}\r\n\r\n`);
  await client.closed;
  return client.received();
}

test('Prometheus reads from a port of its own, which the public one does not show', async () => {
  await (await fetch(alone.url)).text();
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const text = await metrics.text();
  expect(text).toContain('http_requests_total{endpoint="site",status="200"}');
  expect(text).toContain('waitlist_joins_total');
  expect((await fetch(`${alone.url}/metrics`)).status).toBe(404);
});
