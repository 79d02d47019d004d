import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeServerFolder, removeFolder, startServer } from '../contract/start-server.ts';
import { copyEmbeddedList } from '../support/databases.ts';
import { startCrowd, startServerForCrowd } from './crowd.ts';

const folder = await makeServerFolder();
for (const list of ['data', 'own']) copyEmbeddedList(`${folder}/${list}`);
const server = await startServer(folder, { LOG_LEVEL: 'silent' });
afterAll(async () => {
  await server.stop('SIGTERM');
  await removeFolder(folder);
});

test('what another server says at the port of one that was killed is neither an acknowledged join nor a fault', async () => {
  const killed = await startServerForCrowd(folder, { dataDir: `${folder}/own` });
  await killed.stop('SIGKILL');
  const crowd = startCrowd({ server: () => ({ ...killed, url: server.url }), people: 1 });
  await expect.poll(() => crowd.unanswered + crowd.acknowledged.size).toBeGreaterThan(1);
  await crowd.end();
  expect([...crowd.acknowledged]).toEqual([]);
});

test('an answer that no fault explains ends the wait for more joins at once', async () => {
  const crowd = startCrowd({ server: () => ({ ...server, anonKey: 'another' }), people: 2 });
  await expect(crowd.moreAcknowledged(1)).rejects.toThrow('An answer that no fault explains: 401');
  await expect(crowd.end()).rejects.toThrow('An answer that no fault explains: 401');
});

test('a 500 in plain text is such an answer', async () => {
  const broken = createServer((_request, response) => response.writeHead(500).end('Internal Server Error'));
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void broken.close());
  const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  const crowd = startCrowd({ server: () => ({ ...server, url }), people: 1 });
  await expect(crowd.moreAcknowledged(1)).rejects.toThrow('no fault explains: 500 Internal Server Error');
});
