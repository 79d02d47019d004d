import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { asDatabaseError } from '../database-error.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../open-database.ts';
import { DurableFileSystem, durableStartParameters } from './durable-file-system.ts';
import { makeOnFirstStart } from './first-start.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { endOnPanic } from './panic.ts';
import { answerTools } from './tool-socket.ts';
import { startUpkeep } from './upkeep.ts';

/**
 * Opens the embedded PostgreSQL behind its guard: one process a folder, writes that reach the disk, a first start that
 * is whole or not there, an end instead of an endless loop when its log cannot grow.
 * Takes the data folder, which it makes; returns the database.
 * Throws a plain sentence when the folder is held (FolderHeld), cannot be written, is damaged, or is newer than this code.
 */
export async function openEmbedded(dataDirSetting: string): Promise<Database> {
  const dataDir = resolve(dataDirSetting);
  makePrivate(dataDir);
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
    throw new Error(
      `The database cannot be made in ${dataDir}: ${reasonOf(error)}. It takes about 40 MB; is the disk full?`,
      { cause: error },
    );
  });
  const postgres = await start(folder).catch((error: unknown) => {
    throw new Error(
      `The database in ${folder} does not open; it may be damaged. Nothing was changed. ` +
        'Restore the folder from a backup, or set DATA_DIR to another folder to begin an empty list.',
      { cause: error },
    );
  });
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

function start(folder: string): Promise<PGlite> {
  return PGlite.create({
    dataDir: folder,
    fs: new DurableFileSystem(folder),
    startParams: durableStartParameters,
    onStderr: endOnPanic,
  });
}

function makePrivate(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // The database's own files are readable by all under a common umask: the folder round them must not be.
    chmodSync(dataDir, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${dataDir} cannot be made or kept private: ${reason}.`, {
      cause: error,
    });
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
