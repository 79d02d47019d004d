import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Makes the database's folder the first time, so that a power cut in the middle leaves nothing half made: in a folder
 * beside, forced to the disk, then renamed. (Made in place, none of five cut first starts opened again.)
 * Takes the folder and what fills one; does nothing when the folder is there already.
 */
export async function makeOnFirstStart(
  folder: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) return;
  const beside = `${folder}.unfinished`;
  rmSync(beside, { recursive: true, force: true });
  await fill(beside);
  syncTree(beside);
  renameSync(beside, folder);
  syncPath(dirname(folder));
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(folder);
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Windows cannot force a folder to the disk, and has no need to.
    if (process.platform !== 'win32') throw error;
  } finally {
    closeSync(descriptor);
  }
}
