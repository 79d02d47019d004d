import { join, resolve } from 'node:path';
import type { Database } from '../database.ts';
import { createAtomically } from './create-atomically.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { startMaintenance } from './maintenance.ts';
import { createFiles, openFiles } from './open-files.ts';
import { makePrivateFolder } from './private-permissions.ts';
import { serveQueries } from './query-socket.ts';
import { refuseHalfReplaced } from './replace-files.ts';
import { createReplaceable } from './replaceable-postgres.ts';

/**
 * Opens the embedded PostgreSQL, creating its folder if needed, with safeguards: one process per folder, writes that reach the
 * disk, atomic creation, an exit instead of an endless loop when the WAL cannot grow.
 * @throws DataDirLocked; Error with a sentence for the operator when the folder cannot be written, is damaged or is newer
 * than this code, or a restore was cut short
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
  refuseHalfReplaced(dataDir);
  await createAtomically(folder, createFiles).catch((error: unknown) => {
    throw new Error(`The database cannot be made. ${reasonOf(error)} It takes about 40 MB.`, {
      cause: error,
    });
  });
  const postgres = createReplaceable(dataDir, await openFiles(folder));
  const stopMaintenance = startMaintenance(postgres.query);
  const socket = await serveQueries(dataDir, postgres);
  lock.announce({ pid: process.pid, since: new Date().toISOString(), socket: socket.path });
  return {
    kind: 'embedded',
    query: postgres.query,
    async close() {
      stopMaintenance();
      await socket.close();
      await postgres.close();
      lock.release();
    },
  };
}

/** Emscripten throws objects that are not errors, with a number that has no meaning outside it. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'PostgreSQL stopped';
}
