import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrate } from '../migrate.ts';
import { DurableFileSystem, durableStartParameters } from './durable-file-system.ts';
import { makeTreePrivate } from './private-permissions.ts';
import { watchPostgres } from './watch-postgres.ts';

/**
 * Opens the files of a database or of a copy, and migrates it. The caller holds the folder's lock, or created the folder.
 * @param isKept false for a copy that is only read: syncing its files, each twice, takes most of the time
 * @throws Error with a sentence for the operator when they are damaged, of another PostgreSQL version or newer than this code
 */
export async function openFiles(folder: string, isKept = true): Promise<PGlite> {
  refuseOtherVersion(folder);
  makeTreePrivate(folder);
  const postgres = await start(folder, isKept);
  try {
    await migrateEmbedded(postgres);
  } catch (error) {
    await postgres.close();
    throw error;
  }
  return postgres;
}

/** Creates the database with its schema and shuts it down, so that the files that are renamed into place are complete. */
export async function createFiles(folder: string): Promise<void> {
  const postgres = await start(folder);
  try {
    await migrateEmbedded(postgres);
  } finally {
    await postgres.close();
  }
}

async function migrateEmbedded(postgres: PGlite): Promise<void> {
  const applied = await migrate({
    run: async (sql) => void (await postgres.exec(sql)),
    query: async (sql, parameters) => (await postgres.query(sql, [...(parameters ?? [])])).rows as never,
  });
  // Until the next checkpoint a power cut may keep an unlogged table's file and lose its init fork:
  // recovery then fails with 'File exists', and the folder never opens again.
  if (applied.length > 0) await postgres.exec('checkpoint');
}

async function start(folder: string, isKept = true): Promise<PGlite> {
  const watch = watchPostgres(folder);
  try {
    const postgres = await PGlite.create({
      dataDir: folder,
      ...(isKept && { fs: new DurableFileSystem(folder) }),
      startParams: durableStartParameters,
      onStderr: watch.onStderr,
    });
    watch.opened();
    return postgres;
  } catch (cause) {
    throw new Error(watch.reason(), { cause });
  }
}

/** PGlite 0.5 is PostgreSQL 18; it neither opens nor upgrades another major version's files. */
function refuseOtherVersion(folder: string): void {
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(folder)) return;
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined;
  if (version === '18') return;
  throw new Error(
    version === undefined
      ? `${folder} is not a database, or is damaged: it has no PG_VERSION. Restore it from a backup, or set DATA_DIR to another folder.`
      : `${folder} was made by PostgreSQL ${version}, and this software brings PostgreSQL 18. Start the version that made it and export the list.`,
  );
}
