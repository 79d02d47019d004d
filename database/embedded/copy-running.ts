import { constants, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database.ts';

/** Files of the running process, which must not be in a copy. */
const notCopied = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);

/**
 * Copies the files of an embedded database while joins go on, as PostgreSQL's own base backup does (its manual: Making a
 * Base Backup Using the Low Level API): recovery repairs files that change meanwhile from the WAL, which is copied last. The
 * caller is the only one that makes a backup (oneAtATime): the session, which all share, has room for one.
 * @param database the open list, directly or through its owner
 * @param folder its files; `copy` does not exist yet
 * @returns a time: every join that was acknowledged before it is in the copy
 * @throws Error with a sentence for the operator when WAL was removed meanwhile, or the disk is full
 */
export async function copyRunning(database: Database, folder: string, copy: string): Promise<Date> {
  const stop = async () => {
    const [stopped] = await database.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    return stopped?.labelfile ?? '';
  };
  // A backup that was killed halfway is still open in the session. Usually there is none, and pg_backup_stop fails.
  await stop().catch(() => {});
  await database.query("select pg_backup_start('waitlist', fast => true)::text");
  await copyTree(folder, copy, (path) => path === 'pg_wal').catch(async (error: unknown) => {
    await stop().catch(() => {});
    throw error;
  });
  const label = await stop();
  const upTo = new Date();
  await copyTree(join(folder, 'pg_wal'), join(copy, 'pg_wal'), () => false);
  writeFileSync(join(copy, 'backup_label'), label, { mode: 0o600 });
  const [, firstSegment = ''] = /\(file ([0-9A-F]+)\)/.exec(label) ?? [];
  if (!existsSync(join(copy, 'pg_wal', firstSegment))) {
    throw new Error('The database threw away its log while it was copied. Run the backup again.');
  }
  return upTo;
}

/** Files that disappear meanwhile are not needed. Empty folders are copied too: PostgreSQL requires them. */
async function copyTree(
  from: string,
  to: string,
  skipsFiles: (path: string) => boolean,
  path = '',
): Promise<void> {
  mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(join(from, path), { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await copyTree(from, to, skipsFiles, inner);
    else if (!skipsFiles(path) && !notCopied.has(entry.name))
      await copyIfExists(join(from, inner), join(to, inner));
  }
}

async function copyIfExists(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
