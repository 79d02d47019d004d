import { expect, onTestFinished, test, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/entries.ts';
import {
  countEverybody,
  eraseEverybody,
  erasureDay,
  erasureReminder,
  isoDay,
  startErasureReminder,
} from './retention.ts';

const { databases } = await openBothDatabases();
const promise = { launchedOn: null, monthsAfterLaunch: 12, latest: '2028-12-31' };
const later = new Date('2030-01-01');

/** How many erasures are in the audit. */
async function recorded(database: Database): Promise<number> {
  const [row] = await database.query<{ entries: number }>(
    "select coalesce(sum(entries), 0)::int as entries from waitlist.audit where action = 'erase-expired'",
  );
  return row?.entries ?? 0;
}

test('the day is the latest one, or so many months after the launch if that comes first', () => {
  const day = (launchedOn: string | null) => isoDay(erasureDay({ ...promise, launchedOn }, later));
  expect(day(null)).toBe('2028-12-31');
  expect(day('2027-03-01')).toBe('2028-03-01');
  expect(day('2028-06-01')).toBe('2028-12-31');
});

test('a reminder begins on the day', () => {
  expect(erasureReminder(new Date('2028-12-30T23:59:59Z'), promise)).toBeUndefined();
  expect(erasureReminder(new Date('2028-12-31T00:00:00Z'), promise)).toMatch(
    /since 2028-12-31, .*erase-expired/,
  );
});

test.for([
  [{ latest: 'soon' }, /erasure\.latest .*“soon”, is no date such as/],
  [{ latest: '2028-02-30' }, /“2028-02-30”, is no date/],
  [{ latest: '31.12.2028' }, /is no date/],
  [{ launchedOn: '2031-03-01' }, /launchedOn .*2031-03-01, is to come: .*Check the year/],
] as const)('%j is reported in a sentence, and means no day', ([wrong, sentence]) => {
  expect(erasureReminder(later, { ...promise, ...wrong })).toMatch(sentence);
  expect(() => erasureDay({ ...promise, ...wrong }, later)).toThrow(sentence);
});

test('a server says it at start and every day until it ends', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const stop = startErasureReminder((reminder) => said.push(reminder), { ...promise, latest: '2020-01-01' });
  vi.advanceTimersByTime(3 * 86_400_000);
  stop();
  vi.advanceTimersByTime(3 * 86_400_000);
  expect(said).toHaveLength(4);
});

test.for(databases)(
  '$kind: who was counted is erased, and who joins after the count is not',
  async ({ database }) => {
    await fillList(database, 2500);
    const everybody = await countEverybody(database);
    expect(everybody).toMatchObject({ entries: 2500, firstJoined: '2026-03-01', lastJoined: '2026-03-01' });
    await database.query("select public.add_to_waitlist('after@count.example', 'Friend')");
    expect(await eraseEverybody(database, everybody)).toBe(2500);
    expect(await database.query('select email from waitlist.entries')).toEqual([
      { email: 'after@count.example' },
    ]);
    expect(await recorded(database)).toBe(2500);
  },
);

test.for(databases)(
  '$kind: those whom a run erased before it failed are in the audit',
  async ({ database }) => {
    await database.query('delete from waitlist.entries');
    await fillList(database, 1500);
    const before = await recorded(database);
    const everybody = await countEverybody(database);
    let calls = 0;
    const failing: Database = {
      ...database,
      query(sql, parameters) {
        calls += 1;
        return calls > 1 ? Promise.reject(new DatabaseUnavailable('away')) : database.query(sql, parameters);
      },
    };
    await expect(eraseEverybody(failing, everybody)).rejects.toThrow('away');
    expect((await recorded(database)) - before).toBe(1000);
  },
);
