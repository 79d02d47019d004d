import { expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { createJoin } from './join.ts';
import { sweep } from './retention.ts';

const { test } = await openBothDatabases();

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
  await createJoin({ database })({ email: 'now@sweep.example', source: 'cta', client: '198.51.100.1' });
  await database.query(
    `insert into waitlist.client_keys (day, secret) values (current_date - 2, decode(repeat('00', 32), 'hex'))`,
  );
  await sweep(database);
  // The client's and its network's.
  expect(await numberOf(database, 'select count(*) from waitlist.rate_limits')).toBe(2);
  await database.query("update waitlist.joins_of_minute set minute_ends = now() - interval '1 second'");
  await sweep(database);
  expect(await numberOf(database, 'select count(*) from waitlist.joins_of_minute')).toBe(0);
  const oldKeys = 'select count(*) from waitlist.client_keys where day < current_date - 1';
  expect(await numberOf(database, oldKeys)).toBe(0);
});
