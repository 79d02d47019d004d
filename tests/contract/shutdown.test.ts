import { existsSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { copyEmbeddedList, sharedPostgres } from '../support/databases.ts';
import { openRawClient } from './raw-client.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';
import { storedSourcesIn } from './stored-sources.ts';

const postgres = await sharedPostgres();
const folder = await makeServerFolder();
afterAll(() => removeFolder(folder));

/** Sends a whole join and waits until the server has read it; returns a function that disconnects before the answer. */
async function sendJoin(url: string, email: string): Promise<() => Promise<void>> {
  const body = JSON.stringify({ user_email: email, entry_source: 'Friend' });
  const { socket, closed } = await openRawClient(url);
  socket.write(
    'POST /functions/v1/enhanced-waitlist HTTP/1.1\r\nHost: localhost\r\napikey: sb_publishable_bukoor_local\r\n' +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  // Several later requests, answered one after the other, prove that this one has been read.
  for (let later = 0; later < 5; later += 1) await fetch(`${url}/healthz`);
  return () => {
    socket.resetAndDestroy();
    return closed;
  };
}

/** Half a second below the time after which a join that waits for its turn is refused (waitlist/group-commit.ts). */
const maxAttemptMs = 2000;

/** Resolves when a join waits for the lock, or was sent so long ago that the server may have given it up. */
async function untilJoinWaits(operator: Client, sentAt: number): Promise<void> {
  // Not from pg_stat_activity: in a transaction that is what it was at its first reading.
  const waiting = "select from pg_locks where relation = 'waitlist.entries'::regclass and not granted";
  while (performance.now() - sentAt <= maxAttemptMs && (await operator.query(waiting)).rowCount === 0);
}

/**
 * Tells a server to stop while one join is under way and another waits for the next batch, after both visitors have disconnected.
 * @returns milliseconds from the first join to the release of the lock
 */
async function stopAmidstJoins(databaseUrl: string, emails: [string, string]): Promise<number> {
  const server = await startServer(folder, { DATABASE_URL: databaseUrl });
  const operator = new Client({ connectionString: databaseUrl });
  await operator.connect();
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await operator.end();
  });
  await operator.query('begin; lock table waitlist.entries in access exclusive mode');
  const sentAt = performance.now();
  const leaveUnderWay = await sendJoin(server.url, emails[0]);
  await untilJoinWaits(operator, sentAt);
  const leaveWaiting = await sendJoin(server.url, emails[1]);
  await Promise.all([leaveUnderWay(), leaveWaiting()]);

  const ended = server.stop('SIGTERM');
  await server.untilLogged('closing');
  // Nobody is connected any more: from here on only the joins keep the process running.
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  await operator.query('commit');
  const took = performance.now() - sentAt;
  expect(await ended).toBe(0);
  return took;
}

test.skipIf(!postgres)(
  'told to stop, it stores the joins of visitors who have left: the one under way and the one that waits for the next batch',
  async () => {
    const databaseUrl = postgres?.url ?? '';
    let emails: [string, string];
    let attempts = 0;
    do {
      attempts += 1;
      emails = [`under-way${attempts}@left.example`, `waits${attempts}@left.example`];
    } while ((await stopAmidstJoins(databaseUrl, emails)) > maxAttemptMs);

    const database = await openDatabase({ databaseUrl, dataDir: folder });
    for (const email of emails) expect(await storedSourcesIn(database, email)).toEqual(['Friend']);
    await database.close();
  },
);

test('told to stop, it leaves an embedded folder that was shut down cleanly and is not locked', async () => {
  copyEmbeddedList(`${folder}/data`);
  const server = await startServer(folder, { LOG_LEVEL: 'silent' });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  expect(existsSync(`${folder}/data/owner.json`)).toBe(true);
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(existsSync(`${folder}/data/owner.json`)).toBe(false);
  expect(existsSync(`${folder}/data/tools.sock`)).toBe(false);
  // The state in PostgreSQL's control file (after an id of 8 bytes and two versions of 4): 1 is 'shut down', so that a
  // copy of the folder is a backup; a cluster that was cut off says 6, 'in production'.
  expect(readFileSync(`${folder}/data/postgres/global/pg_control`).readUInt32LE(16)).toBe(1);
});
