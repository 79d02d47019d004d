import { closeSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Database } from '../../database/database.ts';
import { copyRunning } from '../../database/embedded/copy-running.ts';
import { oneAtATime } from '../../database/embedded/data-dir-lock.ts';
import { makePrivateFolder } from '../../database/embedded/private-permissions.ts';
import { replacedFolder, restoredFolder } from '../../database/embedded/replace-files.ts';
import { takePlace } from '../../database/embedded/take-place.ts';
import { withFiles } from '../../database/embedded/with-files.ts';
import { openPrivate, orUnwritable } from '../output.ts';
import { pack, unpack } from './archive.ts';
import { assertSame, type BackedUp, contentsOf, markRestored } from './contents.ts';

/**
 * Writes a backup of the embedded list while joins go on, and verifies it: unpacks, opens and compares it.
 * @throws Error with a sentence for the operator; an existing file is then unchanged
 */
export async function backUpEmbedded(
  database: Database,
  dataDirSetting: string,
  file: string,
): Promise<BackedUp> {
  const dataDir = resolve(dataDirSetting);
  const copy = `${resolve(file)}.copy`;
  const unfinished = `${file}.unfinished`;
  return oneAtATime(dataDir, 'backup', async () => {
    orUnwritable(file, () => closeSync(openPrivate(unfinished)));
    rmSync(copy, { recursive: true, force: true });
    try {
      const before = await contentsOf(database);
      const upTo = await copyRunning(database, join(dataDir, 'postgres'), copy);
      await pack(copy, unfinished);
      await unpack(unfinished, copy);
      const held = await withFiles(
        copy,
        async (readBack) => {
          assertSame(await contentsOf(readBack, before.lastId), before);
          return contentsOf(readBack);
        },
        { isKept: false },
      );
      renameSync(unfinished, file);
      return { entries: held.entries, upTo };
    } finally {
      rmSync(copy, { recursive: true, force: true });
      rmSync(unfinished, { force: true });
    }
  });
}

/**
 * Replaces the current list with a backup: unpacks it next to the list, opens it, pauses its sending, then swaps them.
 * @param agree called with the backup's number of entries before anything changes; throws to refuse
 * @returns how many entries there are now, and where the replaced list is kept, if there was one
 * @throws Error with a sentence for the operator; the list is then unchanged
 */
export async function restoreEmbedded(
  dataDirSetting: string,
  file: string,
  agree: (entries: number) => Promise<void>,
): Promise<{ entries: number; replaced: string | undefined }> {
  const dataDir = resolve(dataDirSetting);
  makePrivateFolder(dataDir);
  const prepared = restoredFolder(dataDir);
  return oneAtATime(dataDir, 'restore', async () => {
    try {
      await unpack(file, prepared);
      const entries = await withFiles(
        prepared,
        async (database) => {
          const contents = await contentsOf(database);
          await markRestored(database, contents.entries);
          return contents.entries;
        },
        { isKept: true },
      );
      await agree(entries);
      await takePlace(dataDir);
      const replaced = replacedFolder(dataDir);
      return { entries, replaced: existsSync(replaced) ? replaced : undefined };
    } finally {
      rmSync(prepared, { recursive: true, force: true });
    }
  });
}
