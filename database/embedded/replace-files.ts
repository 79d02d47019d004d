import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncToDisk } from './sync-to-disk.ts';

/** Where the files of a restored database are prepared and shut down before they take the list's place. */
export const restoredFolder = (dataDir: string) => join(dataDir, 'postgres.restored');

/** Where the replaced files are kept until the next restore. */
export const replacedFolder = (dataDir: string) => join(dataDir, 'postgres.replaced');

/**
 * Puts the restored files in the list's place and keeps those that were there. Both databases are shut down, and the caller
 * holds the folder's lock. Returns a function that undoes it.
 * @throws Error when that fails; the list is then as it was
 */
export function replaceFiles(dataDir: string): () => void {
  const folder = join(dataDir, 'postgres');
  const restored = restoredFolder(dataDir);
  const replaced = replacedFolder(dataDir);
  if (!existsSync(restored)) {
    throw new Error(`The restored list is no longer in ${restored}. Nothing was changed: restore it again.`);
  }
  const hadList = existsSync(folder);
  if (hadList) {
    rmSync(replaced, { recursive: true, force: true });
    renameSync(folder, replaced);
  }
  const undo = () => {
    if (existsSync(folder)) renameSync(folder, restored);
    if (hadList) renameSync(replaced, folder);
  };
  try {
    renameSync(restored, folder);
    syncToDisk(dataDir);
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

/**
 * Refuses to go on where a power cut came between the two renames: an empty list would be made in the place of the one that
 * was moved away. @throws Error with a sentence for the operator
 */
export function refuseHalfReplaced(dataDir: string): void {
  const folder = join(dataDir, 'postgres');
  const replaced = replacedFolder(dataDir);
  if (existsSync(folder) || !existsSync(replaced)) return;
  throw new Error(
    `A restore was cut short: there is no ${folder}, and the list that it moved away is ${replaced}. ` +
      'Rename that folder to postgres and start again, or repeat the restore.',
  );
}
