import { constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { create, extract } from 'tar';
import { addressesOf, compare } from '../addresses.ts';
import { type Database, reasonOf } from '../database.ts';
import { withFiles } from './files.ts';
import { oneAtATime } from './lock.ts';
import { syncToDisk } from './pglite.ts';

/**
 * Writes a backup of the embedded list while joins go on, and verifies it: unpacks, opens and compares it.
 * @param file is overwritten; a copy of the list lies beside it meanwhile
 * @returns the number of its entries, and a time: every join that was answered before it is in the backup
 * @throws Error with a sentence for the operator
 */
export async function backUpEmbedded(
  database: Database,
  dataDirSetting: string,
  file: string,
): Promise<{ entries: number; upTo: Date }> {
  const dataDir = resolve(dataDirSetting);
  const copy = `${resolve(file)}.copy`;
  return oneAtATime(dataDir, 'backup', async () => {
    rmSync(copy, { recursive: true, force: true });
    try {
      const before = await addressesOf(database);
      const upTo = await copyRunning(database, join(dataDir, 'postgres'), copy);
      await pack(copy, file);
      await unpack(file, copy);
      const held = await withFiles(copy, addressesOf, false);
      const { lacking } = compare(before, held);
      if (lacking > 0)
        throw new Error(
          `Read back, the copy lacks ${lacking} of ${before.size} people. Somebody may have been erased meanwhile: run the backup again.`,
        );
      return { entries: held.size, upTo };
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
}

/** Files of the running process, which must not be in a copy. */
const notCopied = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);

/**
 * Copies the files of an embedded database while joins go on, as PostgreSQL's manual has it (Making a Base Backup Using the Low
 * Level API): recovery repairs what changes meanwhile from the WAL, which is copied last. The shared session has room for one.
 * @returns a time: every join that was acknowledged before it is in the copy
 * @throws Error with a sentence for the operator when WAL was removed meanwhile, or the disk is full
 */
export async function copyRunning(database: Database, folder: string, copy: string): Promise<Date> {
  const stopping = 'select labelfile from pg_backup_stop(wait_for_archive => false)';
  const stop = async () => (await database.query<{ labelfile: string }>(stopping))[0]?.labelfile ?? '';
  // A backup that was killed halfway is still open in the session. Usually there is none, and pg_backup_stop fails.
  await stop().catch(() => {});
  await database.query("select pg_backup_start('waitlist', fast => true)::text");
  const isLog = (path: string) => path.startsWith('pg_wal');
  await copyFiles(folder, copy, (path) => !isLog(path)).catch(async (error: unknown) => {
    await stop().catch(() => {});
    throw error;
  });
  const label = await stop();
  const upTo = new Date();
  await copyFiles(folder, copy, isLog);
  writeFileSync(join(copy, 'backup_label'), label, { mode: 0o600 });
  const [, firstSegment = ''] = /\(file ([0-9A-F]+)\)/.exec(label) ?? [];
  if (!existsSync(join(copy, 'pg_wal', firstSegment))) {
    throw new Error('The database threw away its log while it was copied. Run the backup again.');
  }
  return upTo;
}

/** Files that disappear meanwhile are not needed. Empty folders are copied too: PostgreSQL requires them. */
async function copyFiles(from: string, to: string, isWanted: (path: string) => boolean): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(from, file);
    if (entry.isDirectory()) mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
    else if (isWanted(path) && !notCopied.has(entry.name))
      await copyFile(file, join(to, path), constants.COPYFILE_FICLONE).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
      });
  }
}

/** Packs a folder into a file that only this user may read, and syncs it to disk. @throws Error with a sentence when it cannot be written */
export async function pack(folder: string, file: string): Promise<void> {
  try {
    writeFileSync(file, '', { mode: 0o600 });
    await create({ gzip: { level: 1 }, portable: true, file, cwd: folder }, readdirSync(folder));
    syncToDisk(file, 'r+');
  } catch (error) {
    throw new Error(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Unpacks a file into a folder, which is emptied first. @throws Error with a sentence: the file is damaged, or the disk refused */
export async function unpack(file: string, folder: string): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await extract({ file, cwd: folder, strict: true });
  } catch (error) {
    // What the system refused (a full disk) has the name of the call; what is wrong with the archive has none.
    const sentence =
      error instanceof Error && 'syscall' in error
        ? `${file} cannot be unpacked into ${folder}: ${reasonOf(error)}.`
        : `${file} is damaged: ${reasonOf(error)}. Take another backup.`;
    throw new Error(sentence, { cause: error });
  }
}
