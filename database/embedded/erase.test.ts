import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyEmbeddedList, testFolder } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import type { Database } from '../database.ts';
import { openDatabase, openDatabaseForTools } from '../open-database.ts';
import { backUpEmbedded, unpack } from './backup.ts';
import { eraseFromFiles, nextNight } from './erase.ts';
import { openEmbedded } from './open-embedded.ts';
import { restoreEmbedded } from './restore.ts';

const folder = testFolder();
const dataDir = join(folder, 'data');
copyEmbeddedList(dataDir);

/** Nothing else contains this part of the address. */
const name = 'zwetschgenknoedel';
const email = `${name}@erase.example`;
const add = (list: Database) => list.query('select add_to_waitlist($1, $2)', [email, 'cta']);
const erase = (list: Database) => list.query('delete from waitlist.entries where email = $1', [email]);

/** The files below a folder that contain the address, as bytes. */
function filesWithAddress(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(name));
}

test('whoever is erased is in no byte of the list, of the lists that a restore put aside and of later backups', async () => {
  const file = join(folder, 'list.backup');
  const before = await openEmbedded(dataDir);
  await fillList(before, 200);
  await add(before);
  await before.query("update waitlist.entries set source = 'Friend'");
  await backUpEmbedded(before, dataDir, file);
  await before.close();
  const nothing = async () => {};
  await restoreEmbedded(dataDir, file, nothing, nothing);

  const server = await openDatabase({ dataDir });
  await server.query('checkpoint');
  expect(filesWithAddress(dataDir).length).toBeGreaterThan(3);
  const tool = await openDatabaseForTools({ dataDir });
  expect(await eraseFromFiles(tool, dataDir, erase)).toBeUndefined();
  expect(filesWithAddress(dataDir)).toEqual([]);
  await backUpEmbedded(tool, dataDir, file);
  const unpacked = join(folder, 'unpacked');
  await unpack(file, unpacked);
  expect(filesWithAddress(unpacked)).toEqual([]);
  expect(await server.query('select from waitlist.entries')).toHaveLength(200);
  await tool.close();
  await server.close();
});

test('on a long list the time is named, and that night the address is gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const list = await openEmbedded(dataDir);
  await add(list);
  await list.query('checkpoint');
  // As through a server with a list of a million: the tool is another process there, and the tables are that long.
  const isLong: Database = {
    ...list,
    query: async <Row>(sql: string, parameters?: readonly unknown[]) =>
      sql.includes('pg_total_relation_size')
        ? ([{ bytes: 2 ** 30 }] as Row[])
        : list.query<Row>(sql, parameters),
  };
  const owner = join(dataDir, 'owner.json');
  writeFileSync(owner, JSON.stringify({ ...JSON.parse(readFileSync(owner, 'utf8')), pid: 1 }));
  const until = await eraseFromFiles(isLong, dataDir, erase);
  expect(until).toEqual(nextNight(new Date()));
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  // The night comes.
  vi.runOnlyPendingTimers();
  await expect.poll(() => filesWithAddress(dataDir)).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('erase-at-night');
  await list.close();
});

test('the night begins at three, UTC, and is never the moment itself', () => {
  expect(nextNight(new Date('2026-05-01T02:59:00Z'))).toEqual(new Date('2026-05-01T03:00:00Z'));
  expect(nextNight(new Date('2026-05-01T03:00:00Z'))).toEqual(new Date('2026-05-02T03:00:00Z'));
});

test('a list that was put aside and does not open is named, to be deleted', async () => {
  const [replaced = ''] = readdirSync(dataDir).filter((entry) => entry.startsWith('postgres.replaced.'));
  rmSync(join(dataDir, replaced, 'PG_VERSION'));
  const list = await openEmbedded(dataDir);
  await expect(eraseFromFiles(list, dataDir, erase)).rejects.toThrow(
    `Delete the folder ${join(dataDir, replaced)}.`,
  );
  await list.close();
});
