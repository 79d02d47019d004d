import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where the files of a restored database are prepared and shut down before they take the list's place. */
export const restoredFolder = (dataDir: string) => join(dataDir, 'postgres.restored');

/** Where the replaced files are kept until the next restore. */
export const replacedFolder = (dataDir: string) => join(dataDir, 'postgres.replaced');

/**
 * Puts the restored files in the list's place and keeps those that were there. Both databases are shut down, and the caller
 * holds the folder's lock. Returns a function that undoes it.
 */
export function replaceFiles(dataDir: string): () => void {
  const folder = join(dataDir, 'postgres');
  const restored = restoredFolder(dataDir);
  const replaced = replacedFolder(dataDir);
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, replaced);
  renameSync(restored, folder);
  return () => {
    renameSync(folder, restored);
    if (existsSync(replaced)) renameSync(replaced, folder);
  };
}
