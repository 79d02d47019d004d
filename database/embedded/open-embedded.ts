import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { asDatabaseError } from '../database-error.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../open-database.ts';
import { DurableFileSystem, durableStartParameters } from './durable-file-system.ts';
import { makeOnFirstStart } from './first-start.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { makePrivateFolder, makeTreePrivate } from './make-private.ts';
import { answerTools } from './tool-socket.ts';
import { startUpkeep } from './upkeep.ts';
import { watchPostgres } from './watch-postgres.ts';

/**
 * Opens the embedded PostgreSQL behind its guard: one process a folder, writes that reach the disk, a first start that
 * is whole or not there, an end instead of an endless loop when its log cannot grow.
 * Takes the data folder, which it makes; returns the database.
 * Throws a plain sentence when the folder is held (FolderHeld), cannot be written, is damaged, or is newer than this code.
 */
export async function openEmbedded(dataDirSetting: string): Promise<Database> {
  const dataDir = resolve(dataDirSetting);
  makePrivateFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    return await openLocked(dataDir, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(dataDir: string, lock: FolderLock): Promise<Database> {
  const folder = join(dataDir, 'postgres');
  refuseOtherVersion(folder);
  await makeOnFirstStart(folder, make).catch((error: unknown) => {
    throw new Error(`The database cannot be made. ${reasonOf(error)} It takes about 40 MB.`, {
      cause: error,
    });
  });
  makeTreePrivate(folder);
  const postgres = await start(folder);
  try {
    await bringUpToDate(postgres);
  } catch (error) {
    await postgres.close();
    throw error;
  }
  return guarded(dataDir, lock, postgres);
}

/** Fills the folder of a first start: schema and all, and shut down, so that what is renamed into place is whole. */
async function make(folder: string): Promise<void> {
  const postgres = await start(folder);
  try {
    await bringUpToDate(postgres);
  } finally {
    await postgres.close();
  }
}

async function bringUpToDate(postgres: PGlite): Promise<void> {
  const applied = await migrate({
    run: async (sql) => void (await postgres.exec(sql)),
    query: async (sql, parameters) => (await postgres.query(sql, [...(parameters ?? [])])).rows as never,
  });
  // Until the next checkpoint a power cut may keep an unlogged table's file and lose the one that it is reset from:
  // recovery then ends with 'File exists', and the folder never opens again.
  if (applied.length > 0) await postgres.exec('checkpoint');
}

async function guarded(dataDir: string, lock: FolderLock, postgres: PGlite): Promise<Database> {
  const query = async <Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> => {
    try {
      return (await postgres.query<Row>(sql, [...parameters])).rows;
    } catch (error) {
      throw asDatabaseError(error);
    }
  };
  const stopUpkeep = startUpkeep((statement) => postgres.exec(statement));
  const tools = await answerTools(dataDir, query);
  lock.announce({ pid: process.pid, since: new Date().toISOString(), socket: tools.path });
  return {
    kind: 'embedded',
    query,
    async close() {
      stopUpkeep();
      await tools.close();
      await postgres.close();
      lock.release();
    },
  };
}

async function start(folder: string): Promise<PGlite> {
  const watch = watchPostgres(folder);
  try {
    const postgres = await PGlite.create({
      dataDir: folder,
      fs: new DurableFileSystem(folder),
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

/** Emscripten throws objects that are not errors, with a number that means something only inside it. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'PostgreSQL stopped';
}
