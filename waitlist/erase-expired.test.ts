import { expect, test } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/fill-list.ts';
import { eraseExpired, erasureDay, startErasingExpired } from './erase-expired.ts';

const { databases } = await openBothDatabases();
const promise = { launchedOn: null, monthsAfterLaunch: 12, latest: '2028-12-31', sample: false };

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
  expect(await database.query('select action, entries from waitlist.audit order by id desc limit 1')).toEqual(
    [{ action: 'erase-expired', entries: 2500 }],
  );
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
