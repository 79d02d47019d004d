import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { maintenance, openEmbedded } from './open-embedded.ts';

const kept = temporaryFolder();
const dataDir = join(kept.path, 'made', 'when', 'needed');

test('the folder is created, private, and its entries are there when it is opened again', async () => {
  const first = await openEmbedded(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'tools.sock')).mode & 0o777).toBe(0o600);
  await first.query("select add_to_waitlist('kept@open.example', 'cta')");
  await first.close();
  expect(readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'postgres']);
  chmodSync(dataDir, 0o755);
  const second = await openEmbedded(dataDir);
  const files = readdirSync(join(dataDir, 'postgres'), { recursive: true, encoding: 'utf8' });
  expect(files.length).toBeGreaterThan(900);
  // Files that a running database creates follow the account's umask.
  expect(files.filter((name) => statSync(join(dataDir, 'postgres', name)).mode & 0o022)).toEqual([]);
  expect(await second.query('select email from waitlist.entries')).toEqual([{ email: 'kept@open.example' }]);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  await second.close();
});

test('the list takes every statement of its maintenance', async () => {
  const database = await openEmbedded(dataDir);
  for (const { statement } of maintenance) expect(await database.query(statement)).toEqual([]);
  await database.close();
});

test('a database newer than the code is refused, and the folder is free again', async () => {
  const database = await openEmbedded(dataDir);
  await database.query(
    "insert into supabase_migrations.schema_migrations (version) values ('20990101000000')",
  );
  await database.close();
  await expect(openEmbedded(dataDir)).rejects.toThrow('made by a newer version of this software');
  await expect(openEmbedded(dataDir)).rejects.toThrow('Start the newer version; nothing was changed.');
});

test('a damaged database is refused with a sentence, is not replaced by an empty one, and opens again when mended', async () => {
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const whole = readFileSync(control);
  writeFileSync(control, Buffer.alloc(whole.length, 7));
  await expect(openEmbedded(dataDir)).rejects.toThrow(
    'does not open; its files are damaged or incomplete. Nothing was changed.',
  );
  expect(readFileSync(control)).toEqual(Buffer.alloc(whole.length, 7));
  writeFileSync(control, whole);
  // Refused for being newer (the test before this one), which it can only know by opening.
  await expect(openEmbedded(dataDir)).rejects.toThrow('newer version');
  kept.remove();
});

test('a folder that holds something else is refused', async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  mkdirSync(join(path, 'postgres'));
  await expect(openEmbedded(path)).rejects.toThrow('is not a database, or is damaged: it has no PG_VERSION');
});

test('where a restore was cut short no empty list is made, and the message says where the list is', async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  mkdirSync(join(path, 'postgres.replaced.2026'));
  await expect(openEmbedded(path)).rejects.toThrow(
    `the list that it moved away is ${join(path, 'postgres.replaced.2026')}. Rename that folder to postgres`,
  );
  expect(existsSync(join(path, 'postgres'))).toBe(false);
});

test('files of another PostgreSQL version are refused, and the version is named', async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  mkdirSync(join(path, 'postgres'));
  writeFileSync(join(path, 'postgres', 'PG_VERSION'), '17\n');
  await expect(openEmbedded(path)).rejects.toThrow(
    'was made by PostgreSQL 17, and this software brings PostgreSQL 18',
  );
});

test('a path that is a file is refused with a sentence', async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  writeFileSync(join(path, 'file'), '');
  await expect(openEmbedded(join(path, 'file'))).rejects.toThrow('cannot be made or kept private');
});
