import { afterAll, expect, test } from 'vitest';
import { startPostgres, withClient } from '../tests/support/postgres.ts';
import { DatabaseUnavailable } from './database.ts';
import { openDatabase } from './open-database.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

test('a server that is not there is named in a sentence, its password is not', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://someone:secret@127.0.0.1:1/list', dataDir: '' });
  await expect(opening).rejects.toThrow('PostgreSQL at 127.0.0.1:1 (database list) cannot be reached');
  await expect(opening).rejects.not.toThrow('secret');
});

test.skipIf(!postgres)(
  'while PostgreSQL is away the database says so, and answers again when it is back',
  async () => {
    const database = await openDatabase({ databaseUrl: postgres?.url ?? '', dataDir: '' });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await postgres?.kill();
    await expect(database.query('select 1')).rejects.toThrow(DatabaseUnavailable);
    await postgres?.start();
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
  },
);

test.skipIf(!postgres)('an account that is sent no warnings is refused, with what to set', async () => {
  const url = postgres?.url ?? '';
  await withClient(url, async (client) => {
    await client.query('create role deaf login superuser');
    await client.query("alter role deaf set client_min_messages = 'error'");
  });
  await expect(openDatabase({ databaseUrl: url.replace('tester@', 'deaf@'), dataDir: '' })).rejects.toThrow(
    'client_min_messages',
  );
});
