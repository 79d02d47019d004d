import fs, { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { replaceFiles } from './replace-files.ts';

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
  ['postgres', 'postgres.restored', 'postgres.replaced'].map((name) => {
    const file = join(dataDir, name, 'was');
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  });

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

test('the restored files take the list’s place, and undoing it puts the list back', () => {
  const dataDir = folderWith('postgres', 'postgres.restored', 'postgres.replaced');
  const undo = replaceFiles(dataDir);
  expect(held(dataDir)).toEqual(['postgres.restored', undefined, 'postgres']);
  undo();
  expect(held(dataDir)).toEqual(['postgres', 'postgres.restored', undefined]);
});

test('without restored files nothing is moved, and the files that were replaced before are kept', () => {
  const dataDir = folderWith('postgres', 'postgres.replaced');
  expect(() => replaceFiles(dataDir)).toThrow('is no longer in');
  expect(held(dataDir)).toEqual(['postgres', undefined, 'postgres.replaced']);
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
  expect(() => replaceFiles(dataDir)).toThrow('EIO');
  expect(held(dataDir)).toEqual(['postgres', 'postgres.restored', undefined]);
});

test('a restore after one that was cut short keeps the list that was moved away', () => {
  const dataDir = folderWith('postgres.restored', 'postgres.replaced');
  replaceFiles(dataDir);
  expect(held(dataDir)).toEqual(['postgres.restored', undefined, 'postgres.replaced']);
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
  replaceFiles(dataDir);
  expect(synced).toEqual([dataDir, 'postgres.restored', undefined, 'postgres']);
});
