import fs, { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { copyEmbeddedList } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import type { Comparison } from '../addresses.ts';
import { backUpEmbedded } from './backup.ts';
import { openEmbedded } from './open-embedded.ts';
import { replacedFolders, restoreEmbedded, swapIn } from './restore.ts';

/** A data folder with these folders, each of which holds a file that says which one it was. */
function folderWith(...names: string[]): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  for (const name of names) {
    mkdirSync(join(path, name));
    writeFileSync(join(path, name, 'was'), name);
  }
  return path;
}

/** Which folder is now under each name. */
const held = (dataDir: string) =>
  [join(dataDir, 'postgres'), join(dataDir, 'postgres.restored'), ...replacedFolders(dataDir)].map(
    (folder) => {
      const file = join(folder, 'was');
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
  );

const swap = (dataDir: string) => swapIn(dataDir, join(dataDir, 'postgres.restored'));

/** Replaces functions of node:fs until the end of the test. */
function patch(functions: Partial<typeof fs>): void {
  const { renameSync, openSync, fsyncSync } = fs;
  Object.assign(fs, functions);
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { renameSync, openSync, fsyncSync });
    syncBuiltinESMExports();
  });
}

test('the restored files take the list’s place, and every list that was replaced is kept', () => {
  const dataDir = folderWith('postgres', 'postgres.restored', 'postgres.replaced.2026-01-01T00-00-00.000Z');
  expect(swap(dataDir)).toBe(replacedFolders(dataDir)[1]);
  expect(held(dataDir)).toEqual([
    'postgres.restored',
    undefined,
    'postgres.replaced.2026-01-01T00-00-00.000Z',
    'postgres',
  ]);
});

test('restored files that cannot take the place leave the list in it', () => {
  const dataDir = folderWith('postgres', 'postgres.restored');
  const { renameSync } = fs;
  patch({
    renameSync(from, to) {
      if (from === join(dataDir, 'postgres.restored')) throw new Error('EIO: i/o error, rename');
      renameSync(from, to);
    },
  });
  expect(() => swap(dataDir)).toThrow('EIO');
  expect(held(dataDir)).toEqual(['postgres', 'postgres.restored']);
});

test('both renames are forced to the disk', () => {
  const dataDir = folderWith('postgres', 'postgres.restored');
  const synced: unknown[] = [];
  const { openSync, fsyncSync } = fs;
  const paths = new Map<number, unknown>();
  patch({
    openSync(path, flags, mode) {
      const descriptor = openSync(path, flags, mode);
      paths.set(descriptor, path);
      return descriptor;
    },
    fsyncSync(descriptor) {
      fsyncSync(descriptor);
      synced.push(paths.get(descriptor), ...held(dataDir));
    },
  });
  swap(dataDir);
  expect(synced).toEqual([dataDir, 'postgres.restored', undefined, 'postgres']);
});

const folder = temporaryFolder();
afterAll(folder.remove);
const dataDir = join(folder.path, 'data');
const file = join(folder.path, 'list.backup');
copyEmbeddedList(dataDir);
const list = await openEmbedded(dataDir);
await fillList(list, 3);
await backUpEmbedded(list, dataDir, file);
await list.query("select add_to_waitlist('later@restore.example', 'cta')");
await list.close();

/** Restores without preparing anything; returns the outcome and what was asked about. */
async function restore() {
  const asked: Comparison[] = [];
  const agree = async (comparison: Comparison) => void asked.push(comparison);
  const outcome = await restoreEmbedded({ dataDir, file, prepare: async () => {}, agree });
  return { ...outcome, asked };
}

test('while a server has the list open a restore is refused, and says to stop it', async () => {
  const server = await openEmbedded(dataDir);
  await expect(restore()).rejects.toThrow(/^Stop the server first, then restore: .* held by process \d+/);
  expect(await server.query('select from waitlist.entries')).toHaveLength(4);
  await server.close();
});

test('a restore that is refused leaves the list as it was, and nothing beside it', async () => {
  const agree = () => Promise.reject(new Error('no'));
  await expect(restoreEmbedded({ dataDir, file, prepare: async () => {}, agree })).rejects.toThrow('no');
  expect(readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'backup.sqlite', 'postgres'].sort());
});

test('a restore says who joined since, keeps the list that it replaces, and also replaces one that does not open', async () => {
  const first = await restore();
  expect(first.asked).toEqual([{ present: 4, restored: 3, lacking: 1 }]);
  expect(first).toMatchObject({ entries: 3, replaced: replacedFolders(dataDir)[0] });
  rmSync(join(dataDir, 'postgres', 'PG_VERSION'));
  const second = await restore();
  expect(second.asked).toEqual([{ present: 'damaged', restored: 3, lacking: 0 }]);
  expect(replacedFolders(dataDir)).toHaveLength(2);
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  expect((await restore()).asked).toEqual([{ present: undefined, restored: 3, lacking: 0 }]);
});
