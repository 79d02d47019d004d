import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseUnavailable } from './database.ts';
import { connectPostgres } from './postgres.ts';

/** A message of the PostgreSQL protocol (manual, Message Formats): its letter, its length, its fields. */
function message(letter: string, fields: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from(letter), length, fields]);
}

const authenticationOk = message('R', Buffer.alloc(4));
const readyForQuery = message('Z', Buffer.from('I'));
const terminated = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

/** A server that accepts a client and closes its connection at once, as a failover may. */
async function serverThatAcceptsAndCloses(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([authenticationOk, readyForQuery, terminated])));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `postgres://tester@127.0.0.1:${(server.address() as AddressInfo).port}/list?sslmode=disable`;
}

// Without a listener, the connection's 'error' event ends the process, and in a test the run fails with it.
test('a connection that ends as the pool hands it out fails only its query, and the process goes on', async () => {
  const database = connectPostgres({ databaseUrl: await serverThatAcceptsAndCloses(), maxConnections: 2 });
  for (let round = 0; round < 20; round += 1) {
    await expect(database.query('select 1')).rejects.toThrow(DatabaseUnavailable);
  }
  await database.close();
});
