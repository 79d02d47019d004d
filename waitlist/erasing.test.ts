import { beforeEach, expect } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables, joinAll, sendAll } from '../tests/support/emails.ts';
import { fillList } from '../tests/support/entries.ts';
import { countEverybody, eraseEverybody, eraseMany, findUnconfirmed } from './erasing.ts';
import { createJoin } from './join.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

const numberOf = async (database: Database, sql: string): Promise<number> =>
  (await database.query<{ number: number }>(`select (${sql})::int as number`))[0]?.number ?? 0;

test('a person who confirms or leaves while the founder looks at the sample is not erased', async (database) => {
  const join = createJoin({ database });
  for (let index = 0; index < 30; index += 1)
    await join({ email: `${index}@forged.example`, source: 'Masjid', clientAddress: `198.51.100.${index}` });
  await join({ email: 'amina@person.example', source: 'Masjid', clientAddress: '203.0.0.1' });
  const confirm = (email: string) =>
    database.query('update waitlist.entries set confirmed_at = now() where email = $1', [email]);
  await confirm('7@forged.example');
  const { ids } = await findUnconfirmed(database, { since: new Date('2026-01-01'), crowded: 10 });
  await confirm('3@forged.example');
  await database.query(
    "select waitlist.leave_list(id, 'link') from waitlist.entries where email = '5@forged.example'",
  );
  expect(await eraseMany(database, ids, 'unconfirmed', () => {})).toBe(27);
  const left = await database.query<{ email: string }>('select email from waitlist.entries order by id');
  expect(left.map(({ email }) => email)).toEqual([
    '3@forged.example',
    '5@forged.example',
    '7@forged.example',
    'amina@person.example',
  ]);
});

test('counted people are erased and in the audit, even if the run fails; later ones are not', async (database) => {
  const recorded = () =>
    numberOf(database, "select sum(entries) from waitlist.audit where action = 'erase-expired'");
  await fillList(database, 2500);
  const everybody = await countEverybody(database);
  expect(everybody).toMatchObject({ entries: 2500, firstJoined: '2026-03-01', lastJoined: '2026-03-01' });
  await database.query("select public.add_to_waitlist('after@count.example', 'Friend')");
  // A batch is two: who is next, and their erasure.
  let calls = 0;
  const query: Database['query'] = (sql, parameters) =>
    ++calls > 2 ? Promise.reject(new DatabaseUnavailable('away')) : database.query(sql, parameters);
  await expect(eraseEverybody({ ...database, query }, everybody)).rejects.toThrow('away');
  expect(await recorded()).toBe(1000);
  expect(await eraseEverybody(database, everybody)).toBe(1500);
  expect(await recorded()).toBe(2500);
  const left = [{ email: 'after@count.example' }];
  expect(await database.query('select email from waitlist.entries')).toEqual(left);
});

test('the statistics of the planner, which no erasure reaches, hold no address', async (database) => {
  await fillList(database, 100);
  await joinAll(
    database,
    ['amina', 'bilal', 'dawud', 'hagar'].map((name) => `${name}+news@statistics.example`),
  );
  await sendAll(database);
  await database.query("update waitlist.outbox set reply = '550 no ' || to_email where to_email is not null");
  await database.query('analyze');
  const sampled = await database.query(
    `select tablename::text, attname::text from pg_stats
      where schemaname = 'waitlist' and concat(most_common_vals::text, histogram_bounds::text) like '%@%'`,
  );
  expect(sampled).toEqual([]);
});
