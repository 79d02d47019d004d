import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../tests/support/postgres.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { isReady } from '../readiness.ts';
import { openPostgres } from './open-postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

test('a server that is not there is named in a sentence, its password is not', async () => {
  const opening = openPostgres('postgres://someone:secret@127.0.0.1:1/list');
  await expect(opening).rejects.toThrow('PostgreSQL at 127.0.0.1:1 (database list) cannot be reached');
  await expect(opening).rejects.not.toThrow('secret');
});

test.skipIf(!postgres)(
  'while PostgreSQL is away the database says so, and answers again when it is back',
  async () => {
    const database = await openPostgres(postgres?.url ?? '');
    expect(await isReady(database)).toBe(true);
    await postgres?.kill();
    await expect(database.query('select 1')).rejects.toThrow(DatabaseUnavailable);
    expect(await isReady(database)).toBe(false);
    await postgres?.start();
    expect(await isReady(database)).toBe(true);
    await database.close();
  },
);
