import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { limitPipelining } from './listen.ts';

test('of two thousand pipelined requests no more are even parsed than may wait', async () => {
  let parsed = 0;
  const server = createServer();
  const isWithinLimit = limitPipelining(server);
  server.on('request', (request, response) => {
    parsed += 1;
    if (isWithinLimit(request, response)) setImmediate(() => response.end());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1', () =>
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000)),
  );
  client.on('error', () => {}).resume();
  await new Promise((resolve) => client.once('close', resolve));
  await new Promise((resolve) => server.close(resolve));
  expect(parsed).toBeLessThanOrEqual(9);
});
