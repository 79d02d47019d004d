import { afterEach, expect, test, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../../database/database.ts';
import { openBothLists } from '../../tests/support/databases.ts';
import { withClient } from '../../tests/support/postgres.ts';
import { openForServer } from './open-list.ts';
import { createReadinessCheck } from './readiness.ts';

const { lists, postgres } = await openBothLists();

afterEach(() => vi.useRealTimers());

test('however many callers there are, the database is queried once, and again a second later', async () => {
  vi.useFakeTimers();
  const query = vi.fn().mockRejectedValueOnce(new DatabaseUnavailable('away')).mockResolvedValue([]);
  const isReady = createReadinessCheck({ kind: 'postgres', isShared: true, query, close: async () => {} });
  const answers = async () => new Set(await Promise.all(Array.from({ length: 1000 }, isReady)));
  expect(await answers()).toEqual(new Set([false]));
  await vi.advanceTimersByTimeAsync(900);
  expect(await answers()).toEqual(new Set([false]));
  expect(query).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await answers()).toEqual(new Set([true]));
  expect(query).toHaveBeenCalledTimes(2);
});

const onPostgres = lists.find(({ kind }) => kind === 'postgres')?.database;

test.runIf(onPostgres)('an account that owns the list, and nothing else, can run the check', async () => {
  const plain = (await postgres?.createDatabase()) ?? '';
  await withClient(plain, (client) =>
    client.query(
      `create role modest login; grant create on schema public to modest;
       grant create on database ${new URL(plain).pathname.slice(1)} to modest;`,
    ),
  );
  const database = await openForServer({ databaseUrl: plain.replace('tester@', 'modest@') });
  expect(await createReadinessCheck(database)()).toBe(true);
  await database.close();
});

test.runIf(onPostgres)('while a lock holds a table of a join the database is not ready', async () => {
  for (const table of ['entries', 'rate_limits', 'joins_of_minute'])
    await withClient(postgres?.url ?? '', async (client) => {
      await client.query(`begin; lock table waitlist.${table}`);
      expect(await createReadinessCheck(onPostgres as Database)(), table).toBe(false);
    });
});
