import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressesOf, type Comparison, compare } from '../addresses.ts';
import type { Database } from '../database.ts';
import { unpack } from './backup.ts';
import { makePrivateFolder, withFiles } from './files.ts';
import { lockDataDir } from './lock.ts';
import { syncToDisk } from './pglite.ts';

/**
 * Replaces the list with a backup while no server runs: unpacks it next to the list, opens and prepares it, then renames both.
 * @param prepare runs on the restored list before it takes the place
 * @param agree called with what will change, before it does; throws to refuse
 * @returns how many entries there are now, and where the replaced list is kept, if there was one
 * @throws Error with a sentence for the operator, also while a server has the list open; the list is then unchanged
 */
export async function restoreEmbedded(
  dataDirSetting: string,
  file: string,
  prepare: (database: Database, entries: number) => Promise<void>,
  agree: (comparison: Comparison) => Promise<void>,
): Promise<{ entries: number; replaced: string | undefined }> {
  const dataDir = resolve(dataDirSetting);
  makePrivateFolder(dataDir);
  const folder = join(dataDir, 'postgres');
  const prepared = join(dataDir, 'postgres.restored');
  const lock = lockDataDir(dataDir, 'Stop the server first, then restore: ');
  try {
    await unpack(file, prepared);
    const restored = await withFiles(prepared, async (database) => {
      const addresses = await addressesOf(database);
      await prepare(database, addresses.size);
      return addresses;
    });
    // Files that do not open are a reason to restore.
    const presentAddresses = () => withFiles(folder, addressesOf).catch(() => 'damaged' as const);
    const present = existsSync(folder) ? await presentAddresses() : undefined;
    await agree(compare(present, restored));
    return { entries: restored.size, replaced: swapIn(dataDir, prepared) };
  } finally {
    rmSync(prepared, { recursive: true, force: true });
    lock.release();
  }
}

const replacedPrefix = 'postgres.replaced.';

/** The lists that restores put aside, the oldest first. */
export function replacedFolders(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith(replacedPrefix))
    .sort()
    .map((name) => join(dataDir, name));
}

/**
 * Puts the prepared files in the list's place; returns where it keeps those that were there. Both databases are shut down.
 * @throws Error when that fails; the list is then as it was
 */
export function swapIn(dataDir: string, prepared: string): string | undefined {
  const folder = join(dataDir, 'postgres');
  const hadList = existsSync(folder);
  // A name that Windows allows too.
  const replaced = join(dataDir, `${replacedPrefix}${new Date().toISOString().replaceAll(':', '-')}`);
  if (hadList) renameSync(folder, replaced);
  try {
    renameSync(prepared, folder);
    syncToDisk(dataDir);
  } catch (error) {
    if (existsSync(folder)) renameSync(folder, prepared);
    if (hadList) renameSync(replaced, folder);
    throw error;
  }
  return hadList ? replaced : undefined;
}

/** Refuses an empty list in the place of one that a restore had moved away when the power went. @throws Error with a sentence */
export function refuseHalfReplaced(dataDir: string): void {
  const folder = join(dataDir, 'postgres');
  const replaced = replacedFolders(dataDir).at(-1);
  if (existsSync(folder) || replaced === undefined) return;
  throw new Error(
    `A restore was cut short: there is no ${folder}, and the list that it moved away is ${replaced}. ` +
      'Rename that folder to postgres and start again, or repeat the restore.',
  );
}
