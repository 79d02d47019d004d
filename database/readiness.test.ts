import { afterEach, expect, test, vi } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { withClient } from '../tests/support/postgres.ts';
import { type Database, DatabaseUnavailable } from './database.ts';
import { openDatabase } from './open-database.ts';
import { createReadinessCheck } from './readiness.ts';

const { databases, postgres } = await openBothDatabases();

afterEach(() => vi.useRealTimers());

/** A database whose every query waits until the test answers it. */
function heldDatabase() {
  const asked: { answer(): void; refuse(): void }[] = [];
  const database: Database = {
    kind: 'postgres',
    query: () =>
      new Promise((resolve, reject) => {
        asked.push({ answer: () => resolve([]), refuse: () => reject(new DatabaseUnavailable('away')) });
      }),
    close: async () => {},
  };
  return { database, asked };
}

test('however many callers there are at once, the database is queried once, and again a second later', async () => {
  vi.useFakeTimers();
  const { database, asked } = heldDatabase();
  const isReady = createReadinessCheck(database);
  const answers = Promise.all(Array.from({ length: 1000 }, () => isReady()));
  expect(asked).toHaveLength(1);
  asked[0]?.answer();
  expect(new Set(await answers)).toEqual(new Set([true]));

  await vi.advanceTimersByTimeAsync(900);
  expect(await isReady()).toBe(true);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  void isReady();
  expect(asked).toHaveLength(2);
});

test('after a failed check only the caller that starts the next one waits for it', async () => {
  vi.useFakeTimers();
  const { database, asked } = heldDatabase();
  const isReady = createReadinessCheck(database);
  const first = isReady();
  asked[0]?.refuse();
  expect(await first).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  const second = isReady();
  expect(await isReady()).toBe(false);
  asked[1]?.answer();
  expect(await second).toBe(true);
});

const onPostgres = databases.find(({ kind }) => kind === 'postgres')?.database;
const url = postgres?.url ?? '';

test.for(databases)('$kind: a list that takes writes is ready', async ({ database }) => {
  expect(await createReadinessCheck(database)()).toBe(true);
});

test.runIf(onPostgres)('an account that owns the list, and nothing else, can run the check', async () => {
  const plain = (await postgres?.createDatabase()) ?? '';
  await withClient(plain, (client) =>
    client.query(
      `create role modest login; grant create on schema public to modest;
       grant create on database ${new URL(plain).pathname.slice(1)} to modest;`,
    ),
  );
  const database = await openDatabase({ databaseUrl: plain.replace('tester@', 'modest@'), dataDir: '' });
  expect(await createReadinessCheck(database)()).toBe(true);
  await database.close();
});

test.runIf(onPostgres).for(['entries', 'rate_limits'])(
  'while waitlist.%s is held by a lock the database is not ready',
  async (table) => {
    await withClient(url, async (client) => {
      await client.query(`begin; lock table waitlist.${table}`);
      expect(await createReadinessCheck(onPostgres as Database)()).toBe(false);
      await client.query('rollback');
    });
    expect(await createReadinessCheck(onPostgres as Database)()).toBe(true);
  },
);
