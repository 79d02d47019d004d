import { expect } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { type ListedEntry, listEntries } from './entries.ts';
import { countEntries } from './statistics.ts';

const { databases, test } = await openBothDatabases();
const many = 4500;

for (const { database } of databases) {
  await database.query(
    `insert into waitlist.entries (email, canonical, source, joined_at, consented_at, consent_wording, state, during_flood)
     select format('p%s@list.example', n), format('p%s@list.example', n),
            case when n % 3 = 0 then 'Friend' else 'cta' end,
            timestamptz '2026-03-01 23:30:00+00' + n * interval '1 second', now(), 'w1', 'joined', n between 10 and 19
       from generate_series(1, ${many}) as n`,
  );
  await database.query("update waitlist.entries set state = 'left' where canonical = 'p7@list.example'");
}

test('the list comes in pages, everyone once, oldest first, without those who left', async (database) => {
  const pages: ListedEntry[][] = [];
  for await (const page of listEntries(database)) pages.push(page);
  expect(pages.map((page) => page.length)).toEqual([1999, 2000, many - 4000]);
  const expected = Array.from({ length: many }, (_, index) => `p${index + 1}@list.example`);
  expect(pages.flat().map(({ email }) => email)).toEqual(
    expected.filter((email) => email !== 'p7@list.example'),
  );
  expect(pages[0]?.[0]).toEqual({
    email: 'p1@list.example',
    source: 'cta',
    joined_at: '2026-03-01T23:30:01.000Z',
    consent_wording: 'w1',
    confirmed_at: null,
  });
});

test('the counts by source and by day add up to the total', async (database) => {
  expect(await countEntries(database)).toEqual({
    total: many - 1,
    confirmed: 0,
    left: 1,
    joinedLast24Hours: 0,
    joinedLast7Days: 0,
    duringFlood: 10,
    bySource: [
      { source: 'cta', entries: 2999 },
      { source: 'Friend', entries: 1500 },
    ],
    byDay: [
      { day: '2026-03-01', entries: 1798 },
      { day: '2026-03-02', entries: 2701 },
    ],
  });
});

test('a page of people who have all left does not end the list', async (database) => {
  await database.query(
    "update waitlist.entries set state = 'left' where id in (select id from waitlist.entries order by id offset 2000 limit 2000)",
  );
  const lengths: number[] = [];
  for await (const page of listEntries(database)) lengths.push(page.length);
  expect(lengths).toEqual([1999, many - 4000]);
});
