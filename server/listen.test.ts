import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { bind, closeServer, limitPipelining, listenError } from './listen.ts';

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

test('a taken port is reported with a setting that Windows knows, and a port that exists', () => {
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
  const said = (port: number, platform: NodeJS.Platform) =>
    listenError(taken, { ...address, port }, platform).message;
  expect(said(3000, 'win32')).toMatch(/: put PORT=3001 into the file \.env$/);
  expect(said(65_535, 'linux')).toMatch(/PORT=65534 npm start$/);
});
