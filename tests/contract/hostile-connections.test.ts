import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { copyEmbeddedList } from '../support/databases.ts';
import { anyCharacter } from '../support/hostile-joins.ts';
import { freePort } from '../support/network.ts';
import { seedOfTest } from '../support/random.ts';
import { openRawClient } from './raw-client.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';

const folder = await makeServerFolder();
copyEmbeddedList(`${folder}/data`);
const metricsPort = String(await freePort());
const server = await startServer(folder, { LOG_LEVEL: 'error', METRICS_PORT: metricsPort });
afterAll(async () => {
  await server.stop('SIGTERM');
  await removeFolder(folder);
});

const isUp = async () => (await fetch(`${server.url}/readyz`)).status === 200;

/** Sends bytes and waits until the server has answered and closed, or closed at once. */
async function sendBytes(bytes: string | Buffer): Promise<string> {
  const client = await openRawClient(server.url);
  client.socket.end(bytes);
  await client.closed;
  return client.received();
}

test('clients that are slow on purpose are cut off, in their headers and in their bodies, while others are served', async () => {
  const headers =
    'POST /waitlist/join HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n';
  const clients = await Promise.all(Array.from({ length: 200 }, () => openRawClient(server.url)));
  for (const [turn, { socket }] of clients.entries()) {
    socket.write(turn % 2 === 0 ? headers : `${headers}content-length: 1000\r\n\r\nemail=`);
  }
  const drip = setInterval(() => {
    for (const { socket } of clients) if (socket.writable) socket.write('a');
  }, 200);
  let slow = clients.length;
  for (const { closed } of clients) void closed.then(() => (slow -= 1));
  let servedMeanwhile = 0;
  while (slow > 0) {
    expect((await fetch(server.url)).status).toBe(200);
    if (slow === clients.length) servedMeanwhile += 1;
    // A pause before the next visitor: without it there would be thousands, and one in a while shows whether they are served.
    await wait(50);
  }
  clearInterval(drip);
  expect(servedMeanwhile).toBeGreaterThan(0);
  for (const { received } of clients) expect(received()).toMatch(/^(HTTP\/1\.1 408 .*)?$/s);
});

test('a body larger than stated or than allowed is refused without being read to its end', async () => {
  const head =
    'POST /waitlist/join HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n';
  expect(await sendBytes(`${head}content-length: 9999999999\r\n\r\nemail=a`)).toMatch(/^HTTP\/1\.1 413 /);
  const client = await openRawClient(server.url);
  client.socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
  let sent = 0;
  const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
  const flood = () => {
    while (client.socket.writable && sent < 200_000_000) {
      sent += chunk.length;
      if (!client.socket.write(chunk)) return;
    }
  };
  client.socket.on('drain', flood);
  flood();
  await client.closed;
  expect(client.received()).toMatch(/^HTTP\/1\.1 413 /);
  expect(sent).toBeLessThan(100_000_000);
  expect(await isUp()).toBe(true);
});

test('every client that is still writing its body when it is refused gets the answer', async () => {
  const stated = 20_000_000;
  for (let turn = 0; turn < 20; turn += 1) {
    const client = await openRawClient(server.url);
    client.socket.write(
      `POST /waitlist/join HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${stated}\r\n\r\n`,
    );
    client.socket.write('a'.repeat(stated));
    await Promise.race([once(client.socket, 'data'), client.closed]);
    expect(client.received()).toMatch(/^HTTP\/1\.1 413 /);
    client.socket.destroy();
  }
});

test('headers without end are refused', async () => {
  expect(await sendBytes(`GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'a'.repeat(100_000)}`)).toMatch(
    /^HTTP\/1\.1 431 |^$/,
  );
  expect(await isUp()).toBe(true);
});

test('two stories about the length of one body are refused', async () => {
  const head = 'POST /waitlist/join HTTP/1.1\r\nHost: localhost\r\n';
  expect(await sendBytes(`${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  expect(await sendBytes(`${head}content-length: 5\r\ncontent-length: 6\r\n\r\nemail=`)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

test('3,000 connections of arbitrary bytes: never a 5xx, and the server stays up', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'GET / HTTP/1.1',
      'Host: localhost',
      'Host: [::',
      'Host:',
      'Connection: upgrade',
      'Upgrade: websocket',
      'Expect: 100-continue',
      'Transfer-Encoding: chunked',
      'POST /waitlist/join HTTP/1.1',
      'GET http://[/ HTTP/1.1',
      'CONNECT x:1 HTTP/1.1',
      'TRACE / HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'GET //// HTTP/1.0',
      'Range: bytes=9-',
      '',
    ),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(line, { minLength: 1, maxLength: 6 }), { minLength: 20, maxLength: 20 }),
      async (requests) => {
        const answers = await Promise.all(
          requests.map((lines) => sendBytes(`${lines.join('\r\n')}\r\n\r\n`)),
        );
        for (const answer of answers) expect(answer).not.toMatch(/HTTP\/1\.1 5/);
      },
    ),
    { numRuns: 150, seed: seedOfTest() },
  );
  expect(await isUp()).toBe(true);
  expect(server.output()).not.toContain('"level":50');
});

test('Prometheus reads from a port of its own, which the public one does not show', async () => {
  await (await fetch(server.url)).text();
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(metrics.headers.get('content-type')).toContain('text/plain');
  expect(await metrics.text()).toContain('http_requests_total{endpoint="site",status="200"}');
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
});
