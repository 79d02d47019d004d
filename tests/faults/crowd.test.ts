import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeServerFolder, removeFolder, startServer } from '../contract/start-server.ts';
import { copyEmbeddedList } from '../support/embedded-list.ts';
import { startCrowd, startServerForCrowd } from './crowd.ts';

const folder = await makeServerFolder();
for (const list of ['own', 'other']) copyEmbeddedList(`${folder}/${list}`);
afterAll(() => removeFolder(folder));

test('what another server says at the port of one that was killed is neither an acknowledged join nor a fault', async () => {
  const killed = await startServerForCrowd(folder, { dataDir: `${folder}/own` });
  await killed.stop('SIGKILL');
  const other = await startServer(folder, { DATA_DIR: `${folder}/other`, LOG_LEVEL: 'silent' });
  onTestFinished(async () => void (await other.stop('SIGTERM')));
  const crowd = startCrowd({ server: () => ({ ...killed, url: other.url }), people: 1 });
  await expect.poll(() => crowd.unanswered + crowd.acknowledged.size).toBeGreaterThan(1);
  await crowd.end();
  expect([...crowd.acknowledged]).toEqual([]);
});

test('an answer that no fault explains ends the wait for more joins at once', async () => {
  const server = await startServerForCrowd(folder, { dataDir: `${folder}/own` });
  const crowd = startCrowd({ server: () => ({ ...server, anonKey: 'another' }), people: 2 });
  await expect(crowd.moreAcknowledged(1)).rejects.toThrow('An answer that no fault explains: 401');
  await expect(crowd.end()).rejects.toThrow('An answer that no fault explains: 401');
});
