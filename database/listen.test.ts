import { afterAll, expect, test as it, onTestFinished } from 'vitest';
import { openBothLists, sharedPostgres } from '../tests/support/databases.ts';
import { startPgBouncer } from '../tests/support/pgbouncer.ts';
import type { Database, Listening } from './database.ts';
import { connectPostgres } from './postgres.ts';

const { lists, test } = await openBothLists();

/** Listens to a channel until the test ends. Returns how often it was notified. */
function listenTo(database: Database, channel: string) {
  let heard = 0;
  const listening = database.listen?.(channel, () => {
    heard += 1;
  }) as Listening;
  onTestFinished(listening.stop);
  return { works: listening.works, heard: () => heard };
}

const notify = (database: Database, channel: string) =>
  database.query('select pg_notify($1, $2)', [channel, '']);

test('all listeners of a channel hear that it was notified', async (database) => {
  const { works, heard } = listenTo(database, 'one');
  await expect.poll(works).toBe(true);
  const before = heard();
  await notify(database, 'two');
  await notify(database, 'one');
  await expect.poll(heard).toBe(before + 1);
});

it.runIf(lists.length > 1)('a connection that is lost is made again', async () => {
  const [, { database }] = lists as [unknown, (typeof lists)[number]];
  const { works, heard } = listenTo(database, 'lost');
  await expect.poll(works).toBe(true);
  const listeners = "query = 'listen lost' and datname = current_database()";
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listeners}`);
  await expect.poll(works).toBe(false);
  await expect.poll(works, { interval: 200 }).toBe(true);
  const before = heard();
  await notify(database, 'lost');
  await expect.poll(heard).toBe(before + 1);
});

const postgres = await sharedPostgres();
const pooler = postgres && (await startPgBouncer(postgres.url));
afterAll(() => pooler?.stop());

it.runIf(pooler)('behind a pooler that passes no notification on, it is known that none comes', async () => {
  const database = connectPostgres({ databaseUrl: pooler?.url ?? '', maxConnections: 2 });
  onTestFinished(database.close);
  const { works, heard } = listenTo(database, 'pooled');
  // It has listened, and has notified itself.
  const asked =
    "select from pg_stat_activity where query like 'select pg_notify%' and pid <> pg_backend_pid()";
  await expect.poll(() => database.query(asked)).not.toEqual([]);
  await notify(database, 'pooled');
  expect([works(), heard()]).toEqual([false, 0]);
});
