import { join, resolve } from 'node:path';
import type { Database, Session } from '../database.ts';
import { createAtomically, makePrivateFolder, openFiles } from './files.ts';
import { lockDataDir } from './lock.ts';
import { serveQueries } from './owner.ts';

/**
 * What the product does with an embedded database while it is open. It is called before anybody else may query.
 * @returns a function that ends this work
 * @throws Error with a sentence when the database must not be opened
 */
export type StartMaintenance = (database: Database) => Promise<() => void>;

/**
 * Opens the embedded PostgreSQL in this thread, creating its folder if needed, and answers the commands of other processes.
 * @throws DataDirLocked; Error with a sentence for the operator when the folder cannot be written, is damaged or is newer
 * than this code; what `startMaintenance` throws
 */
export async function openEmbedded(
  dataDirSetting: string,
  startMaintenance: StartMaintenance,
): Promise<Database> {
  const dataDir = resolve(dataDirSetting);
  const { database, lock } = await openLocked(dataDir);
  try {
    const stopMaintenance = await startMaintenance(database);
    const socket = await serveQueries(dataDir, database.query);
    lock.announce({ pid: process.pid, since: new Date().toISOString(), socket: socket.path });
    return {
      ...database,
      async close() {
        stopMaintenance();
        await socket.close();
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    await database.close();
    lock.release();
    throw error;
  }
}

/**
 * Opens it for this process alone. No command gets in, and nothing runs by itself, so the caller may use a transaction. Throws as
 * openEmbedded does.
 */
export async function openEmbeddedAlone(dataDirSetting: string): Promise<Session> {
  const { database, lock } = await openLocked(resolve(dataDirSetting), 'Stop the server first: ');
  return {
    ...database,
    isOneSession: true,
    async close() {
      await database.close();
      lock.release();
    },
  };
}

/**
 * Opens a database that is there, for this process alone, and leaves its schema as it is: older or newer software that wrote it can
 * still open it. Throws as openEmbedded does, but not for a database that is newer than this code.
 */
export async function openEmbeddedAsItIs(dataDirSetting: string): Promise<Database> {
  const dataDir = resolve(dataDirSetting);
  const lock = lockDataDir(dataDir);
  try {
    const database = await openFiles(join(dataDir, 'postgres'), async () => []);
    return {
      ...database,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @param advice comes first in the sentence that another process has the folder */
async function openLocked(dataDir: string, advice = '') {
  makePrivateFolder(dataDir);
  const lock = lockDataDir(dataDir, advice);
  try {
    const folder = join(dataDir, 'postgres');
    // It is shut down before it gets its name, so that its files are complete.
    await createAtomically(folder, async (path) => (await openFiles(path)).close()).catch((cause) => {
      // Emscripten throws objects that are not errors, with a number that has no meaning outside it.
      const reason = cause instanceof Error ? cause.message : 'PostgreSQL stopped';
      throw new Error(`The database cannot be made. ${reason} It takes about 40 MB.`, { cause });
    });
    return { database: await openFiles(folder), lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}
