import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startPgBouncer } from '../tests/support/pgbouncer.ts';
import { startPostgres, withClient } from '../tests/support/postgres.ts';
import { cancelWaitsUntil, requireMissingStandby } from '../tests/support/postgres-pair.ts';
import { connectOnce } from './connect-once.ts';
import { DatabaseUnavailable } from './database.ts';
import { connectPostgres } from './postgres.ts';

const postgres = await startPostgres(['IP:127.0.0.1']);
const pooler = postgres && (await startPgBouncer(postgres.url));
afterAll(async () => {
  await pooler?.stop();
  await postgres?.stop();
});
const url = postgres?.url ?? '';
const operate = <Row extends object>(sql: string) =>
  withClient(url, async (client) => (await client.query<Row>(sql)).rows);

/** How many statements of the product are running on the server, or waiting there. */
async function running(): Promise<number> {
  const rows = await operate(
    "select from pg_stat_activity where application_name = 'waitlist' and state = 'active' and pid <> pg_backend_pid()",
  );
  return rows.length;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

const waysIn = [
  { name: 'straight', address: postgres?.url },
  { name: 'with TLS', address: postgres && `${postgres.url}?sslmode=no-verify` },
  { name: 'through PgBouncer', address: pooler?.url },
].filter((way): way is { name: string; address: string } => way.address !== undefined);

for (const { name, address } of waysIn) {
  test(`${name}: a commit that did not wait for the standby is an error`, async () => {
    const database = connectPostgres({ databaseUrl: address, maxConnections: 1, queryTimeoutMs: 60_000 });
    await operate('create table if not exists kept (line text)');
    const standbyIsNotNeeded = await requireMissingStandby(url);
    const late = expect(database.query("insert into kept values ('a')")).rejects.toThrow(DatabaseUnavailable);
    expect(await cancelWaitsUntil(late, url, 'insert into kept%')).toBeGreaterThan(0);
    await standbyIsNotNeeded();
    expect(await database.query("insert into kept values ('b') returning line")).toEqual([{ line: 'b' }]);
    await database.close();
  });

  test(`${name}: a statement that times out is cancelled on the server and stores nothing`, async () => {
    const database = connectPostgres({ databaseUrl: address, maxConnections: 1, queryTimeoutMs: 200 });
    await operate('create table if not exists held (line text)');
    await withClient(url, async (holder) => {
      await holder.query('begin; lock table held');
      await expect(database.query("insert into held values ('late')")).rejects.toThrow('within 200 ms');
      await until(async () => (await running()) === 0);
      await holder.query('rollback');
    });
    expect(await operate('select from held')).toEqual([]);
    await database.close();
  });
}

test.runIf(postgres)('a server that does not accept the cancel request blocks nobody', async () => {
  const database = connectPostgres({ databaseUrl: url, maxConnections: 1, queryTimeoutMs: 200 });
  // Connected, however long this machine takes for it.
  await until(() => database.query('select 1').then(Boolean, () => false));
  const thaw = await postgres?.freeze();
  await expect(database.query('select 1')).rejects.toThrow('within 200 ms');
  await database.close();
  thaw?.();
});

test('a PostgreSQL out of reach is named in a sentence without its password', async () => {
  const opening = connectOnce('postgres://someone:secret@127.0.0.1:1/list', undefined);
  await expect(opening).rejects.toThrow(
    /^(?!.*secret)PostgreSQL at 127\.0\.0\.1:1 \(database list\) cannot be/,
  );
});

test.runIf(postgres)('an account that gets no warnings is refused with what to set', async () => {
  await operate('create role deaf login superuser');
  await operate("alter role deaf set client_min_messages = 'error'");
  const opening = connectOnce(url.replace('tester@', 'deaf@'), undefined);
  await expect(opening).rejects.toThrow('client_min_messages');
});
