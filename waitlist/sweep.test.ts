import { beforeEach, expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables } from '../tests/support/emails.ts';
import { createJoin } from './join.ts';
import { sweep } from './sweep.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

const numberOf = async (database: Database, sql: string): Promise<number> =>
  (await database.query<{ number: number }>(`select (${sql})::int as number`))[0]?.number ?? 0;

test('old tries and yesterday’s key are deleted, and an allowance in use stays', async (database) => {
  await database.query(
    `insert into waitlist.rate_limits (limit_name, key, full_again_at, granted)
     select 'client', 'old' || n, now() - interval '1 second', 1 from generate_series(1, 20000) as n`,
  );
  // With the limits unchanged, a network's one try counts for a second, which a busy machine may take.
  await database.query(
    "update waitlist.limits set every = interval '10 days' where name in ('client', 'network')",
  );
  await createJoin({ database })({
    email: 'now@sweep.example',
    source: 'cta',
    clientAddress: '198.51.100.1',
  });
  const [yesterday] = await database.query<{ day: string }>(
    `insert into waitlist.client_keys (day, secret)
     values ((clock_timestamp() at time zone 'UTC')::date - 1, decode(repeat('00', 32), 'hex'))
     returning day::text`,
  );
  await sweep(database);
  // The client's and its network's.
  expect(await numberOf(database, 'select count(*) from waitlist.rate_limits')).toBe(2);
  await database.query("update waitlist.joins_of_minute set minute_ends = now() - interval '1 second'");
  await sweep(database);
  expect(await numberOf(database, 'select count(*) from waitlist.joins_of_minute')).toBe(0);
  const keys = await database.query<{ day: string }>('select day::text from waitlist.client_keys');
  expect(keys).not.toContainEqual(yesterday);
});

test('the key of a day stays until its last moment, and is deleted at midnight UTC', async (database) => {
  const keysAfterSweepAt = async (moment: string) => {
    await database.query('select waitlist.sweep(1000, $1)', [moment]);
    return numberOf(database, "select count(*) from waitlist.client_keys where day = '2027-01-01'");
  };
  await database.query("select waitlist.client_key('2027-01-01T12:00:00Z')");
  expect(await keysAfterSweepAt('2027-01-01T23:59:59.999Z')).toBe(1);
  expect(await keysAfterSweepAt('2027-01-02T00:00:00Z')).toBe(0);
});
