import { on, once } from 'node:events';
import { join, resolve } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Database } from '../database.ts';
import { refuseMoved } from '../moved.ts';
import { eraseIntervalMs, nextNight, removeErased, workAtNight } from './erase.ts';
import { createAtomically, makePrivateFolder, openFiles } from './files.ts';
import { lockDataDir } from './lock.ts';
import { databaseThrough, type Response, respond, serveQueries } from './owner.ts';

/**
 * Opens the embedded PostgreSQL in this thread, creating its folder if needed, and answers the commands of other processes.
 * @throws DataDirLocked; Error with a sentence for the operator when the folder cannot be written, is damaged or is newer
 * than this code, or when the list was moved
 */
export async function openEmbedded(dataDirSetting: string): Promise<Database> {
  const dataDir = resolve(dataDirSetting);
  const { database, lock } = await openLocked(dataDir);
  try {
    await refuseMoved(database);
    // An erasure that was cut short, or that a command asked for.
    await removeErased(database, 'if it is quick');
    const stopMaintenance = startMaintenance(database);
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
 * Opens it for this process alone: no command gets in, and nothing runs by itself, so that a transaction may be used. A list that was
 * moved is opened too. Throws as openEmbedded does.
 */
export async function openEmbeddedAlone(dataDirSetting: string): Promise<Database> {
  const { database, lock } = await openLocked(resolve(dataDirSetting), 'Stop the server first: ');
  return {
    ...database,
    async close() {
      await database.close();
      lock.release();
    },
  };
}

/** @param advice comes first in the sentence that another process has the folder */
async function openLocked(dataDir: string, advice = '') {
  makePrivateFolder(dataDir);
  const lock = lockDataDir(dataDir, advice);
  try {
    const folder = join(dataDir, 'postgres');
    // Shut down, so that the files that are renamed into place are complete.
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

/** What single-user mode does not do by itself: without checkpoints 600,000 joins left 369 MB of WAL, and 4 s of recovery. */
export const maintenance = [
  { statement: 'checkpoint', intervalMs: 5 * 60_000 },
  // So that the space of a flood's rows, which the sweep deletes, is reusable within minutes.
  { statement: 'vacuum waitlist.rate_limits', intervalMs: 10 * 60_000 },
];

/** Starts its timers, and returns what stops them. A statement that fails (a full disk) runs again after the next interval. */
function startMaintenance(database: Database): () => void {
  const timers = maintenance.map(({ statement, intervalMs }) =>
    setInterval(() => void database.query(statement).catch(() => {}), intervalMs).unref(),
  );
  const erasing = setInterval(() => {
    removeErased(database, 'if it is quick').catch(() => {});
  }, eraseIntervalMs).unref();
  let night: NodeJS.Timeout;
  const sleep = () => {
    night = setTimeout(() => {
      sleep();
      workAtNight(database).catch(() => {});
    }, nextNight(new Date()).getTime() - Date.now()).unref();
  };
  sleep();
  return () => {
    timers.forEach(clearInterval);
    clearInterval(erasing);
    clearTimeout(night);
  };
}

/** From the thread to whoever listens: a channel that was notified. */
interface Heard {
  heard: string;
}

/**
 * Opens the embedded PostgreSQL as `openEmbedded` does, in a thread of its own: a statement that takes long, or a long answer
 * for a command, holds up the joins behind it and no page. When the thread ends, the process ends with its exit code.
 * @throws Error as openEmbedded does
 */
export async function openEmbeddedInThread(dataDir: string): Promise<Database> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { embeddedList: dataDir } });
  const end = (code: number) => process.exit(code);
  worker.once('exit', end);
  await once(worker, 'message').catch((error) => {
    worker.off('exit', end);
    throw error;
  });
  /** One for each request that was posted, in order. */
  const waiting: ((response: Response) => void)[] = [];
  const hearers = new Map<string, () => void>();
  worker.on('message', (message: Response | Heard) => {
    if ('heard' in message) hearers.get(message.heard)?.();
    else waiting.shift()?.(message);
  });
  return {
    ...databaseThrough((request) => {
      worker.postMessage(request);
      return new Promise((resolve) => waiting.push(resolve));
    }),
    listen(channel, hear) {
      hearers.set(channel, hear);
      worker.postMessage({ listen: channel });
      return {
        works: () => true,
        async stop() {
          hearers.delete(channel);
        },
      };
    },
    async close() {
      worker.off('exit', end);
      worker.postMessage('close');
      await once(worker, 'exit');
    },
  };
}

// The thread that openEmbeddedInThread starts.
if (parentPort && workerData?.embeddedList) {
  const database = await openEmbedded(workerData.embeddedList);
  const messages = on(parentPort, 'message');
  parentPort.postMessage('open');
  for await (const [message] of messages) {
    if (message === 'close') break;
    if ('listen' in message) {
      const channel: string = message.listen;
      database.listen?.(channel, () => parentPort?.postMessage({ heard: channel } satisfies Heard));
      continue;
    }
    parentPort.postMessage(await respond(message, database.query));
  }
  await database.close();
  process.exit(0);
}
