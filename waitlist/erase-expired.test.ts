import { expect, test } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/fill-list.ts';
import { eraseExpired, erasureDay, startErasingExpired } from './erase-expired.ts';

const { databases } = await openBothDatabases();
const promise = { launchedOn: null, monthsAfterLaunch: 12, latest: '2028-12-31', sample: false };

/** How many erasures are in the audit. */
async function recorded(database: Database): Promise<number> {
  const [row] = await database.query<{ entries: number }>(
    "select coalesce(sum(entries), 0)::int as entries from waitlist.audit where action = 'erase-expired'",
  );
  return row?.entries ?? 0;
}

test('the day is the latest one, or so many months after the launch if that comes first', () => {
  const day = (launchedOn: string | null) =>
    erasureDay({ ...promise, launchedOn })
      .toISOString()
      .slice(0, 10);
  expect(day(null)).toBe('2028-12-31');
  expect(day('2027-03-01')).toBe('2028-03-01');
  expect(day('2028-06-01')).toBe('2028-12-31');
});

test.for(databases)('$kind: before the day nobody is erased, on it everybody is', async ({ database }) => {
  await fillList(database, 2500);
  expect(await eraseExpired(database, new Date('2028-12-30T23:59:59Z'), promise)).toBe(0);
  expect(await eraseExpired(database, new Date('2028-12-31T00:00:00Z'), promise)).toBe(2500);
  expect(await database.query('select from waitlist.entries')).toEqual([]);
  expect(await recorded(database)).toBe(2500);
});

test.for(databases)(
  '$kind: the server erases by itself only by dates that the owner has confirmed',
  async ({ database }) => {
    await fillList(database, 3);
    const past = { ...promise, latest: '2020-01-01' };
    await startErasingExpired(database, { ...past, sample: true })();
    expect(await database.query('select from waitlist.entries')).toHaveLength(3);
    await startErasingExpired(database, past)();
    expect(await database.query('select from waitlist.entries')).toEqual([]);
  },
);

test.for(databases)(
  '$kind: those whom a run erased before it failed are in the audit',
  async ({ database }) => {
    await database.query('delete from waitlist.entries');
    await fillList(database, 1500);
    const before = await recorded(database);
    let calls = 0;
    const failing: Database = {
      ...database,
      query(sql, parameters) {
        calls += 1;
        return calls > 1 ? Promise.reject(new DatabaseUnavailable('away')) : database.query(sql, parameters);
      },
    };
    await expect(eraseExpired(failing, new Date('2028-12-31'), promise)).rejects.toThrow('away');
    expect((await recorded(database)) - before).toBe(1000);
  },
);

test.for(databases)('$kind: a run that is told to stop in the middle stops', async ({ database }) => {
  await database.query('delete from waitlist.entries');
  await fillList(database, 1500);
  expect(await eraseExpired(database, new Date('2028-12-31'), promise, () => true)).toBe(1000);
  expect(await database.query('select from waitlist.entries')).toHaveLength(500);
});
