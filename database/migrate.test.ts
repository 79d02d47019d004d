import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { copyEmbeddedList, testFolder } from '../tests/support/databases.ts';
import { assertMigrated, type MigrationConnection, migrate, readMigrations } from './migrate.ts';

const first = {
  version: '20260101000000',
  name: 'first',
  sql: 'create table one (id int); create table two (id int);',
};
const second = { version: '20260102000000', name: 'second', sql: 'create table three (id int);' };

const folder = testFolder();
copyEmbeddedList(folder);
const pglite = new PGlite(join(folder, 'postgres'));
const connection: MigrationConnection = {
  isOneSession: true,
  run: async (sql) => void (await pglite.exec(sql)),
  query: async (sql, parameters) => (await pglite.query(sql, [...(parameters ?? [])])).rows as never,
};
// One embedded PostgreSQL, emptied each time, because making one takes seconds of a processor.
beforeEach(async () => {
  await pglite.exec(
    'drop schema if exists waitlist, supabase_migrations cascade; drop schema public cascade; create schema public;',
  );
});
afterAll(() => pglite.close());

const historyOf = (connection: MigrationConnection) =>
  connection.query(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  );

test('each migration is applied once and written to the history of the Supabase CLI', async () => {
  expect(await migrate(connection, [first])).toEqual(['20260101000000']);
  expect(await migrate(connection, [first, second])).toEqual(['20260102000000']);
  expect(await migrate(connection, [first, second])).toEqual([]);
  expect(await historyOf(connection)).toEqual(
    [first, second].map(({ version, name, sql }) => ({ version, name, statements: [sql] })),
  );
});

test('a file that was changed after it was applied is named, and nothing is changed', async () => {
  await migrate(connection, [first]);
  const changed = { ...first, sql: `${first.sql} -- better` };
  for (const look of [migrate(connection, [changed, second]), assertMigrated(connection, [changed])])
    await expect(look).rejects.toThrow(
      'The file 20260101000000_first.sql in supabase/migrations was changed after this database had applied it.',
    );
  expect(await historyOf(connection)).toHaveLength(1);
  await assertMigrated(connection, [first]);
});

test('a statement that the Supabase CLI stored without its end is no change', async () => {
  const alone = { ...first, sql: '-- Why.\ncreate table one (id int);\n' };
  await migrate(connection, [alone]);
  const stored = 'update supabase_migrations.schema_migrations set statements = $1';
  await connection.query(stored, [['create table one (id int)']]);
  await assertMigrated(connection, [alone]);
  const changed = assertMigrated(connection, [{ ...alone, sql: `${alone.sql}select 1;\n` }]);
  await expect(changed).rejects.toThrow('was changed after');
});

test('a database newer than the code is refused, and not touched', async () => {
  await migrate(connection, [first, second]);
  for (const look of [assertMigrated, migrate])
    await expect(look(connection, [first])).rejects.toThrow(
      'made by a newer version of this software: it has migration 20260102000000',
    );
  expect(await historyOf(connection)).toHaveLength(2);
});

test('a file that is not named as a migration is an error, not left out', () => {
  const folder = testFolder();
  const url = pathToFileURL(`${folder}/`);
  // As Git checks it out on Windows.
  writeFileSync(join(folder, '20260101000000_good.sql'), 'select 1\r\n');
  expect(readMigrations(url)).toEqual([{ version: '20260101000000', name: 'good', sql: 'select 1\n' }]);
  writeFileSync(join(folder, '2026_bad.sql'), 'select 1');
  expect(() => readMigrations(url)).toThrow('2026_bad.sql in supabase/migrations is not named');
});

test('a migration that fails is named, and nothing of any migration is left', async () => {
  const broken = { ...second, sql: 'create table four (id int); select no_such_function();' };
  await expect(migrate(connection, [first, broken])).rejects.toThrow(
    'Migration 20260102000000_second.sql failed',
  );
  expect(
    await connection.query("select from pg_tables where tablename in ('one', 'four', 'schema_migrations')"),
  ).toEqual([]);
  expect(await migrate(connection, [first, second])).toHaveLength(2);
});
