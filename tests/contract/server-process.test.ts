import { existsSync, readFileSync } from 'node:fs';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { expectNoneMissing, startCrowd, startServerForCrowd } from '../faults/crowd.ts';
import { copyEmbeddedList, sharedPostgres } from '../support/databases.ts';
import { withClient } from '../support/postgres.ts';
import {
  joinBytes,
  makeServerFolder,
  openRawClient,
  postJoin,
  removeFolder,
  startServer,
  storedSourcesIn,
} from './start-server.ts';

const postgres = await sharedPostgres();
const folder = await makeServerFolder();
afterAll(() => removeFolder(folder));

/** Starts a server on an embedded list of its own. */
async function start(list: string) {
  const server = await startServer(folder, { DATA_DIR: `./${list}` });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

test('it says in one line where to go, and the plain form and the pages are there', async () => {
  const server = await start('new');
  expect(server.output()).toMatch(/^The site is ready at http:\/\/localhost:\d+ .*\n$/);
  expect(await (await fetch(server.url)).text()).toContain('page /<');
  const form = await fetch(`${server.url}/waitlist/join`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'a@example.org' }),
  });
  expect(await form.text()).toContain('page /waitlist/joined<');
  const lost = await fetch(`${server.url}/nowhere`);
  expect([lost.status, await lost.text()]).toEqual([404, expect.stringContaining('page /404<')]);
  expect(await server.stop('SIGINT')).toBe(0);
});

test('told to stop in the middle of joins, it exits with 0, has stored all it acknowledged, and leaves a folder that was shut down', async () => {
  const options = { dataDir: `${folder}/busy` };
  copyEmbeddedList(options.dataDir);
  const server = await startServerForCrowd(folder, options);
  expect(existsSync(`${options.dataDir}/owner.json`)).toBe(true);
  const crowd = startCrowd({ server: () => server, people: 40 });
  await crowd.moreAcknowledged(100);
  expect(await server.stop('SIGTERM')).toBe(0);
  await crowd.end();
  expect(existsSync(`${options.dataDir}/owner.json`)).toBe(false);
  expect(existsSync(`${options.dataDir}/tools.sock`)).toBe(false);
  // The state in PostgreSQL's control file (after an id of 8 bytes and two versions of 4): 1 is 'shut down', so that a
  // copy of the folder is a backup; a cluster that was cut off says 6, 'in production'.
  expect(readFileSync(`${options.dataDir}/postgres/global/pg_control`).readUInt32LE(16)).toBe(1);
  await expectNoneMissing(crowd, options, 'told to stop');
});

test('a join whose last bytes arrive after it was told to stop is still answered', async () => {
  copyEmbeddedList(`${folder}/late`);
  const server = await start('late');
  const bytes = joinBytes('late@example.org');
  const client = await openRawClient(server.url);
  client.socket.write(bytes.slice(0, -20));
  // A second request that is answered proves that the first one has arrived.
  await fetch(`${server.url}/healthz`);
  server.process.kill('SIGTERM');
  await server.untilLogged('closing');
  client.socket.write(bytes.slice(-20));
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(client.received()).toContain('HTTP/1.1 200 OK');
  expect(client.received()).toContain('{"success":true}');
});

/** Half a second below the time after which a join that waits for its turn is refused (waitlist/group-commit.ts). */
const maxAttemptMs = 2000;

/**
 * Tells a server to stop while one join is under way and another waits for the next batch, after both visitors have disconnected.
 * @returns milliseconds from the first join to the release of the lock
 */
async function stopAmidstJoins(databaseUrl: string, emails: [string, string]): Promise<number> {
  const server = await startServer(folder, { DATABASE_URL: databaseUrl });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const visitors = new AbortController();
  const sendJoin = async (email: string) => {
    postJoin(server, email, {}, visitors.signal).catch(() => {});
    // Several later requests, answered one after the other, prove that this one has been read.
    for (let later = 0; later < 5; later += 1) await fetch(`${server.url}/healthz`);
  };
  return withClient(databaseUrl, async (operator) => {
    await operator.query('begin; lock table waitlist.entries in access exclusive mode');
    const sentAt = performance.now();
    await sendJoin(emails[0]);
    // Until it waits for the lock, or was sent so long ago that the server may have given it up. Not from pg_stat_activity: in a
    // transaction that is what it was at its first reading.
    const waiting = "select from pg_locks where relation = 'waitlist.entries'::regclass and not granted";
    while (performance.now() - sentAt <= maxAttemptMs && (await operator.query(waiting)).rowCount === 0);
    await sendJoin(emails[1]);
    visitors.abort();
    const ended = server.stop('SIGTERM');
    await server.untilLogged('closing');
    // Nobody is connected any more: from here on only the joins keep the process running.
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    await operator.query('commit');
    const took = performance.now() - sentAt;
    expect(await ended).toBe(0);
    return took;
  });
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
