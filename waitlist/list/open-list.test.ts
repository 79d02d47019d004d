import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable, StatementError } from '../../database/database.ts';
import { readLockOwner } from '../../database/embedded/lock.ts';
import { testFolder } from '../../tests/support/databases.ts';
import { maintenance } from './embedded-maintenance.ts';
import { openEmbeddedList, openForCommand, openForServer } from './open-list.ts';

// Longer than the path of a Unix socket may be.
const dataDir = join(testFolder(), 'made', 'when', 'long'.repeat(30));
const options = { dataDir };

test('a command queries through the process that holds the folder, or opens the list itself', async () => {
  const owner = await openForServer(options);
  expect(readLockOwner(dataDir)?.pid).toBe(process.pid);
  const tool = await openForCommand(options);
  const texts = ['a', 'a line ends\u2028for some', 'and\u2029 here'];
  const answers = texts.map((text) => tool.query('select $1::text as text', [text]));
  expect(await Promise.all(answers)).toEqual(texts.map((text) => [{ text }]));
  const wrong = await tool.query('select no_such_column').catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(StatementError);
  expect(wrong).toMatchObject({ message: 'column "no_such_column" does not exist', code: '42703' });
  await owner.close();
  await expect(tool.query('select 1')).rejects.toThrow(DatabaseUnavailable);
  await tool.close();
  const alone = await openForCommand(options);
  expect(await alone.query('select from waitlist.entries')).toEqual([]);
  await alone.close();
});

test('a command says that the server which holds the folder is older', async () => {
  const owner = await openForServer(options);
  const move = (from: string, to: string) =>
    owner.query(`alter table supabase_migrations.${from} rename to ${to}`);
  await move('schema_migrations', 'put_away');
  await owner.query(
    `create table supabase_migrations.schema_migrations as
       select * from supabase_migrations.put_away order by version limit 1`,
  );
  await expect(openForCommand(options)).rejects.toThrow(
    /^Another version .* has this list open: restart it\. .* older than this software: it lacks/,
  );
  await owner.query('drop table supabase_migrations.schema_migrations');
  await move('put_away', 'schema_migrations');
  await owner.close();
});

test('a statement that takes long does not block the thread of the server', async () => {
  const owner = await openForServer(options);
  const tick = vi.fn();
  const ticking = setInterval(tick, 1);
  await owner.query('select pg_sleep(1)');
  clearInterval(ticking);
  expect(tick.mock.calls.length).toBeGreaterThan(10);
  await owner.close();
});

test('two listeners to one channel both hear it until they stop', async () => {
  const owner = await openForServer(options);
  const [one, other] = [vi.fn(), vi.fn()];
  const listeningOne = owner.listen?.('heard_by_two', one);
  owner.listen?.('heard_by_two', other);
  const notify = () => owner.query("select pg_notify('heard_by_two', '')");
  await notify();
  await expect.poll(() => [one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
  await listeningOne?.stop();
  await notify();
  await expect.poll(() => other.mock.calls.length).toBe(2);
  expect(one).toHaveBeenCalledTimes(1);
  await owner.close();
});

test('each statement of the maintenance runs', async () => {
  const database = await openEmbeddedList(dataDir);
  for (const { statement } of maintenance) expect(await database.query(statement)).toEqual([]);
  await database.close();
});
