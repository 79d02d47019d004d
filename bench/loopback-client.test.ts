import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { measureJoins } from './join-client.ts';
import { measure } from './loopback-client.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"success":true}';

/** Starts a server that answers every request alike, and closes a connection after so many of them. Returns its port. */
async function startServer({ answers }: { answers: number }): Promise<number> {
  const server = createServer((socket) => {
    let answered = 0;
    socket.on('error', () => {});
    socket.on('data', () => {
      answered += 1;
      if (answered > answers) socket.end();
      else socket.write(answer);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const load = { connections: 2, clients: 2, seconds: 0.1 };

test('requests are not measured when the server closes a connection early', async () => {
  const measuring = measure({ ...load, request, port: await startServer({ answers: 3 }) });
  await expect(measuring).rejects.toThrow('The server closed a connection');
});

test('joins are not measured when the server closes a connection early', async () => {
  const measuring = measureJoins({ ...load, port: await startServer({ answers: 3 }) });
  await expect(measuring).rejects.toThrow('The server closed a connection');
});

test('a server that does not answer the first request is reported', async () => {
  const measuring = measure({ ...load, request, port: await startServer({ answers: 0 }) });
  await expect(measuring).rejects.toThrow('The server closed the connection');
});

test('connections that stay open to the end are measured', async () => {
  const port = await startServer({ answers: Number.POSITIVE_INFINITY });
  expect((await measure({ ...load, request, port })).answers).toBeGreaterThan(0);
  expect((await measureJoins({ ...load, port })).perSecond).toBeGreaterThan(0);
});
