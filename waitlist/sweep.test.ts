import { expect, onTestFinished, test, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { createJoin } from './join.ts';
import { startSweeping, sweep } from './retention.ts';

const { databases } = await openBothDatabases();

async function countTries(database: Database): Promise<number> {
  const [row] = await database.query<{ tries: number }>(
    'select count(*)::int as tries from waitlist.rate_limits',
  );
  return row?.tries ?? 0;
}

const addOldTries = (database: Database, many: number) =>
  database.query(
    `insert into waitlist.rate_limits (limit_name, key, full_again_at, granted)
     select 'client', 'old' || n, now() - interval '1 second', 1 from generate_series(1, $1::int) as n`,
    [many],
  );

test.for(databases)(
  '$kind: a hundred thousand old tries are deleted in many short calls, none of which deletes more than a few thousand',
  async ({ database }) => {
    await addOldTries(database, 100_000);
    let most = 0;
    let calls = 0;
    let left = await countTries(database);
    const watched: Database = {
      ...database,
      async query(sql, parameters) {
        const rows = await database.query(sql, parameters);
        const now = await countTries(database);
        most = Math.max(most, left - now);
        left = now;
        calls += 1;
        return rows as never;
      },
    };
    await sweep(watched);
    expect(left).toBe(0);
    expect(most).toBeLessThanOrEqual(4000);
    expect(calls).toBeGreaterThan(20);
  },
);

test.for(databases)('$kind: an allowance in use is left where it is', async ({ database }) => {
  await addOldTries(database, 10);
  // With the limits unchanged, a network's one try counts for a second, which a busy machine may take.
  await database.query(
    "update waitlist.limits set every = interval '10 days' where name in ('client', 'network')",
  );
  const join = createJoin({ database });
  await join({ email: 'now@sweep.example', source: 'cta', client: '198.51.100.1' });
  await sweep(database);
  // The client's and its network's, and that of the connection's joins, unless its minute has ended.
  expect([2, 3]).toContain(await countTries(database));
});

test.for(databases)(
  '$kind: keys and minutes that have passed are deleted without a join',
  async ({ database }) => {
    await database.query(
      `insert into waitlist.client_keys (day, secret) values (current_date - 2, decode(repeat('00', 32), 'hex'))`,
    );
    await database.query(
      `insert into waitlist.rate_limits (limit_name, key, full_again_at, granted)
       values ('global', '1', now() - interval '1 hour', 1)`,
    );
    await sweep(database);
    expect(await database.query('select day from waitlist.client_keys where day < current_date - 1')).toEqual(
      [],
    );
    expect(await database.query('select 1 from waitlist.rate_limits where full_again_at < now()')).toEqual(
      [],
    );
  },
);

test.for(databases)(
  '$kind: a sweep that is told to stop in the middle stops, and the next one finishes',
  async ({ database }) => {
    await addOldTries(database, 20_000);
    let calls = 0;
    await sweep(database, () => {
      calls += 1;
      return calls > 2;
    });
    expect(await countTries(database)).toBeGreaterThan(10_000);
    await sweep(database);
    expect(await countTries(database)).toBeLessThan(10);
  },
);

test('a sweep runs every minute, also after one that failed, and none after the stop', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let calls = 0;
  const failing: Database = {
    kind: 'embedded',
    query: () => {
      calls += 1;
      return Promise.reject(new DatabaseUnavailable('away'));
    },
    close: async () => {},
  };
  const stop = startSweeping(failing);
  await vi.advanceTimersByTimeAsync(120_000);
  await stop();
  expect(calls).toBe(2);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toBe(2);
});
