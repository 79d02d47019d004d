import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedPostgres, testFolder } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/entries.ts';
import { openDatabase } from './open-database.ts';
import { addressesInDump, dumpPostgres, restoreDump } from './postgres-dump.ts';

const postgres = await sharedPostgres();

test.skipIf(!postgres)('a dump cut off after the entries is refused, and nothing has changed', async () => {
  const url = postgres?.url ?? '';
  const file = join(testFolder(), 'list.backup');
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  await fillList(database, 2000);
  await dumpPostgres(url, file);
  writeFileSync(file, readFileSync(file).subarray(0, -1000));
  await database.query("select public.add_to_waitlist('later@restore.example', 'Friend')");
  expect((await addressesInDump(file)).size).toBe(2000);
  await expect(restoreDump(file, url)).rejects.toThrow('pg_restore ended with 1');
  expect(await database.query('select from waitlist.entries')).toHaveLength(2001);
  await database.close();
});
