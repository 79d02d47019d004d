import { afterAll, expect, test } from 'vitest';
import { copyEmbeddedList } from '../support/databases.ts';
import { openRawClient } from './raw-client.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';

const folder = await makeServerFolder();
for (const list of ['data', 'behind-proxy']) copyEmbeddedList(`${folder}/${list}`);
const alone = await startServer(folder, { LOG_LEVEL: 'error' });
const behindProxy = await startServer(folder, {
  LOG_LEVEL: 'error',
  DATA_DIR: './behind-proxy',
  TRUST_PROXY: '1',
});
afterAll(async () => {
  await Promise.all([alone, behindProxy].map((server) => server.stop('SIGTERM')));
  await removeFolder(folder);
});

const body = JSON.stringify({ user_email: 'many@pipelined.example', entry_source: 'Friend' });
const requests = {
  'a join':
    'POST /functions/v1/enhanced-waitlist HTTP/1.1\r\nHost: localhost\r\napikey: sb_publishable_bukoor_local\r\n' +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  'a page': 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a readiness check': 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n',
};

test.for(Object.entries(requests))(
  'a connection that sends %s two thousand times without waiting is closed after a few answers',
  async ([, request]) => {
    const client = await openRawClient(behindProxy.url);
    client.socket.write(request.repeat(2000));
    await client.closed;
    expect(client.received().split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(8);
    expect((await fetch(`${behindProxy.url}/readyz`)).status).toBe(200);
  },
);

test('a connection that sends a few requests without waiting gets all their answers', async () => {
  const client = await openRawClient(alone.url);
  client.socket.write(
    `${requests['a page'].repeat(7)}GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  await client.closed;
  expect(client.received().split('HTTP/1.1 200 OK').length - 1).toBe(8);
});

/** Opens that many connections and asks on each at once, because one that is silent for five seconds is closed for that. */
function askFromEach(url: string, count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = await openRawClient(url);
      client.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const answered = new Promise((resolve) => client.socket.once('data', resolve));
      await Promise.race([answered, client.closed]);
      return { ...client, isKept: client.received().startsWith('HTTP/1.1 200 ') };
    }),
  );
}

test('a server that stands alone keeps 512 connections of one address and closes the others', async () => {
  const clients = await askFromEach(alone.url, 600);
  expect(clients.filter(({ isKept }) => isKept)).toHaveLength(512);
  await Promise.all(
    clients.map(({ socket, closed }) => {
      socket.destroy();
      return closed;
    }),
  );
  const health = async () => (await fetch(`${alone.url}/healthz`)).text();
  await expect.poll(() => health().catch(() => '')).toContain('up');
});

test('behind a proxy, from which all connections come, they are not counted by address', async () => {
  const clients = await askFromEach(behindProxy.url, 600);
  expect(clients.filter(({ isKept }) => isKept)).toHaveLength(600);
  for (const { socket } of clients) socket.destroy();
});

test('what never becomes a request is refused with the status that says why', async () => {
  const wrong = {
    400: 'no HTTP at all\r\n\r\n',
    417: 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    431: `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
  };
  for (const [status, bytes] of Object.entries(wrong)) {
    const client = await openRawClient(alone.url);
    client.socket.write(bytes);
    await client.closed;
    expect(client.received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});
