import { on, once } from 'node:events';
import { join, resolve } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Database } from '../database.ts';
import { eraseAtNight, nextNight } from './erase.ts';
import { createAtomically, makePrivateFolder, openFiles } from './files.ts';
import { lockDataDir } from './lock.ts';
import { databaseThrough, type Response, respond, serveQueries } from './owner.ts';
import { refuseHalfReplaced } from './restore.ts';

/**
 * Opens the embedded PostgreSQL in this thread, creating its folder if needed.
 * @throws DataDirLocked; Error with a sentence for the operator when the folder cannot be written, is damaged or is newer
 * than this code, or a restore was cut short
 */
export async function openEmbedded(dataDirSetting: string): Promise<Database> {
  const dataDir = resolve(dataDirSetting);
  makePrivateFolder(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const folder = join(dataDir, 'postgres');
    refuseHalfReplaced(dataDir);
    // Shut down, so that the files that are renamed into place are complete.
    await createAtomically(folder, async (path) => (await openFiles(path)).close()).catch((cause) => {
      // Emscripten throws objects that are not errors, with a number that has no meaning outside it.
      const reason = cause instanceof Error ? cause.message : 'PostgreSQL stopped';
      throw new Error(`The database cannot be made. ${reason} It takes about 40 MB.`, { cause });
    });
    const database = await openFiles(folder);
    const stopMaintenance = startMaintenance(database, dataDir);
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
function startMaintenance(database: Database, dataDir: string): () => void {
  const timers = maintenance.map(({ statement, intervalMs }) =>
    setInterval(() => void database.query(statement).catch(() => {}), intervalMs).unref(),
  );
  let night: NodeJS.Timeout;
  const sleep = () => {
    night = setTimeout(() => {
      sleep();
      eraseAtNight(database, dataDir).catch(() => {});
    }, nextNight(new Date()).getTime() - Date.now()).unref();
  };
  sleep();
  return () => {
    timers.forEach(clearInterval);
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
