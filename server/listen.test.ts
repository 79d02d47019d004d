import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { bind, closeServer, limitPipelining } from './listen.ts';

const address = { host: '127.0.0.1', setting: 'PORT' } as const;

test('of two thousand pipelined requests no more are even parsed than may wait', async () => {
  let parsed = 0;
  const server = createServer();
  const isWithinLimit = limitPipelining(server);
  server.on('request', (request, response) => {
    parsed += 1;
    if (isWithinLimit(request, response)) setImmediate(() => response.end());
  });
  const client = connect(await bind(server, { ...address, port: 0 }), address.host, () =>
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000)),
  );
  client.on('error', () => {}).resume();
  await once(client, 'close');
  await closeServer(server);
  expect(parsed).toBeLessThanOrEqual(9);
});
