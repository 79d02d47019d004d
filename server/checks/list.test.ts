import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openEmbeddedAsItIs } from '../../database/embedded/open-embedded.ts';
import { readSchemaVersions } from '../../database/migrate.ts';
import { copyEmbeddedList, testFolder } from '../../tests/support/databases.ts';
import { markMoved } from '../../waitlist/list/moved.ts';
import { faultsOfOpenedAbandonedList } from './list.ts';

/** An embedded list that was left, after `change`. */
async function listThatWasLeft(change: (database: Database) => Promise<unknown>) {
  const dataDir = testFolder();
  copyEmbeddedList(dataDir);
  const database = await openEmbeddedAsItIs(dataDir);
  await change(database);
  await database.close();
  const inspect = async () => {
    const [fault] = await faultsOfOpenedAbandonedList({
      dataDir,
      databaseUrl: 'postgresql://localhost/list',
    });
    return fault;
  };
  const open = async () => {
    const again = await openEmbeddedAsItIs(dataDir);
    onTestFinished(again.close);
    return again;
  };
  return { inspect, open };
}

test('a list that was left is named, with the day of its move if there was one', async () => {
  const moved = await listThatWasLeft((database) => markMoved(database, 'the PostgreSQL at localhost/list'));
  expect(await moved.inspect()).toMatch(/ It was moved on \d{4}-\d{2}-\d{2}: delete it\.$/);
  const kept = await listThatWasLeft(async () => {});
  expect(await kept.inspect()).toContain(' It was not moved: npm run waitlist -- move FILE --to postgres');
});

test('a look at a list that was left does not migrate it', async () => {
  const { inspect, open } = await listThatWasLeft((database) =>
    database.query('delete from supabase_migrations.schema_migrations'),
  );
  expect(await inspect()).toContain(' It was not moved: ');
  expect(await readSchemaVersions(await open())).toEqual([]);
});

test('an older list that this version can migrate is to be moved', async () => {
  const { inspect } = await listThatWasLeft((database) =>
    database.query('drop function waitlist.iso_day cascade'),
  );
  expect(await inspect()).toContain(' It was not moved: ');
});

test.each([
  [
    'a newer version',
    "insert into supabase_migrations.schema_migrations (version) values ('29991231000000')",
  ],
  ['other files', "update supabase_migrations.schema_migrations set statements = array['select 1;\n']"],
])('a list of %s, which `move` would refuse, is to be moved with its own version', async (_, change) => {
  const { inspect } = await listThatWasLeft((database) => database.query(change));
  expect(await inspect()).toMatch(
    / It was not moved, and another version .* wrote it: move it with that version/,
  );
});

test('a list that a process has open is not to be deleted', async () => {
  const { inspect, open } = await listThatWasLeft(async () => {});
  await open();
  expect(await inspect()).toMatch(/ A process has it open: The data folder .* is held by /);
  expect(await inspect()).not.toContain('delete');
});

test('a list that cannot be opened is named as such', async () => {
  const dataDir = testFolder();
  writeFileSync(join(dataDir, 'postgres'), 'no folder');
  const faults = await faultsOfOpenedAbandonedList({ dataDir, databaseUrl: 'postgresql://localhost/list' });
  expect(faults).toEqual([expect.stringMatching(/ It could not be opened: look whether it was moved/)]);
});

test('a list whose schema does not say whether it was moved is named as such', async () => {
  const { inspect } = await listThatWasLeft((database) =>
    database.query('alter table waitlist.list_state drop column moved_at cascade'),
  );
  expect(await inspect()).toMatch(/ Another version of this software wrote it, .*look with that version/);
});
