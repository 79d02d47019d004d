import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { toDatabaseError } from '../database-error.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../open-database.ts';
import { createAtomically } from './create-atomically.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { DurableFileSystem, durableStartParameters } from './durable-file-system.ts';
import { startMaintenance } from './maintenance.ts';
import { makePrivateFolder, makeTreePrivate } from './private-permissions.ts';
import { serveQueries } from './query-socket.ts';
import { watchPostgres } from './watch-postgres.ts';

/**
 * Opens the embedded PostgreSQL, creating its folder, behind a guard: one process a folder, writes that reach the disk, a
 * creation that is whole or absent, an exit instead of an endless loop when its log cannot grow.
 * @throws DataDirLocked; Error with a sentence for the operator when the folder cannot be written, is damaged or is newer
 * than this code
 */
export async function openEmbedded(dataDirSetting: string): Promise<Database> {
  const dataDir = resolve(dataDirSetting);
  makePrivateFolder(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    return await openLocked(dataDir, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(dataDir: string, lock: DataDirLock): Promise<Database> {
  const folder = join(dataDir, 'postgres');
  refuseOtherVersion(folder);
  await createAtomically(folder, initialize).catch((error: unknown) => {
    throw new Error(`The database cannot be made. ${reasonOf(error)} It takes about 40 MB.`, {
      cause: error,
    });
  });
  makeTreePrivate(folder);
  const postgres = await start(folder);
  try {
    await migrateEmbedded(postgres);
  } catch (error) {
    await postgres.close();
    throw error;
  }
  return serveLocked(dataDir, lock, postgres);
}

/** Creates the database with its schema and shuts it down, so that what is renamed into place is whole. */
async function initialize(folder: string): Promise<void> {
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
  // recovery then ends with 'File exists', and the folder never opens again.
  if (applied.length > 0) await postgres.exec('checkpoint');
}

async function serveLocked(dataDir: string, lock: DataDirLock, postgres: PGlite): Promise<Database> {
  const query = async <Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> => {
    try {
      return (await postgres.query<Row>(sql, [...parameters])).rows;
    } catch (error) {
      throw toDatabaseError(error);
    }
  };
  const stopMaintenance = startMaintenance((statement) => postgres.exec(statement));
  const socket = await serveQueries(dataDir, query);
  lock.announce({ pid: process.pid, since: new Date().toISOString(), socket: socket.path });
  return {
    kind: 'embedded',
    query,
    async close() {
      stopMaintenance();
      await socket.close();
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
