import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sharedPostgres, testFolder } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/entries.ts';
import { addressesOf } from './addresses.ts';
import { openDatabase } from './open-database.ts';
import { addressesInDump, dumpPostgres, restoreDump } from './postgres-dump.ts';

const postgres = await sharedPostgres();
const onPostgres = test.skipIf(!postgres);
const folder = testFolder();

onPostgres('a dump cut off in a table after the entries is refused, and nothing has changed', async () => {
  const url = postgres?.url ?? '';
  const file = join(folder, 'list.backup');
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

onPostgres('the addresses in a dump are the list’s, whatever characters its fields hold', async () => {
  const url = (await postgres?.createDatabase()) ?? '';
  const file = join(folder, 'odd.backup');
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  await fillList(database, 3);
  const odd = 'a\u2028b\u2029c\\d\te\nf';
  await database.query('update waitlist.entries set email = $1, source = $1 where id = 2', [odd]);
  await dumpPostgres(url, file);
  expect(await addressesInDump(file)).toEqual(await addressesOf(database));
  await database.close();
});

/** Until the end of the test this script is what the name `psql` stands for. */
function replacePsql(script: string): void {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'psql'), script, { mode: 0o755 });
  const { PATH } = process.env;
  process.env.PATH = `${programs}${delimiter}${PATH}`;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
}

onPostgres('a psql that ends in the middle of a restore is reported, and nothing else fails', async () => {
  const url = (await postgres?.createDatabase()) ?? '';
  const file = join(folder, 'long.backup');
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  await fillList(database, 2000);
  await dumpPostgres(url, file);
  await database.close();
  // More than a pipe holds, so that psql's end cuts off a write.
  expect(statSync(file).size).toBeGreaterThan(65_536);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  replacePsql('#!/bin/sh\nhead -c 1000 > /dev/null\nexit 3\n');
  await expect(restoreDump(file, url)).rejects.toThrow('psql ended with 3');
  expect(unhandled).toEqual([]);
});
