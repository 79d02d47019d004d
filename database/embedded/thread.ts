import { on, once } from 'node:events';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Database } from '../database.ts';
import { databaseThrough, type QueryRequest, type QueryResponse, respond } from './owner.ts';

/** What the process tells the thread. */
type Order =
  | { kind: 'query'; request: QueryRequest }
  | { kind: 'listen'; channel: string }
  | { kind: 'close' };

/** What the thread tells the process. It answers queries in the order in which they came. */
type Report =
  | { kind: 'open' }
  | { kind: 'answer'; response: QueryResponse }
  | { kind: 'heard'; channel: string };

/**
 * Opens an embedded database in a thread of its own. A statement that takes long, or a long answer for a command, delays the joins
 * behind it and no page. When the thread ends, the process ends with its exit code.
 * @param script the file that the thread runs: it calls `serveThread`
 * @param dataDir its `workerData`
 * @throws what the thread throws while it opens the database
 */
export async function openInThread(script: URL, dataDir: string): Promise<Database> {
  const worker = new Worker(script, { workerData: dataDir });
  const order = (message: Order) => worker.postMessage(message);
  const end = (code: number) => process.exit(code);
  worker.once('exit', end);
  await once(worker, 'message').catch((error) => {
    worker.off('exit', end);
    throw error;
  });

  /** One for each query that was posted, in order. */
  const waiting: ((response: QueryResponse) => void)[] = [];
  const listeners = new Map<string, Set<() => void>>();
  worker.on('message', (report: Report) => {
    switch (report.kind) {
      case 'answer':
        return waiting.shift()?.(report.response);
      case 'heard':
        return listeners.get(report.channel)?.forEach((hear) => {
          hear();
        });
    }
  });

  function listenersTo(channel: string): Set<() => void> {
    const existing = listeners.get(channel);
    if (existing) return existing;
    const added = new Set<() => void>();
    listeners.set(channel, added);
    order({ kind: 'listen', channel });
    return added;
  }

  return {
    ...databaseThrough((request) => {
      order({ kind: 'query', request });
      return new Promise((resolve) => waiting.push(resolve));
    }),
    listen(channel, hear) {
      const ofChannel = listenersTo(channel);
      // A function of its own: the same `hear` may listen twice.
      const listener = () => hear();
      ofChannel.add(listener);
      return {
        works: () => true,
        async stop() {
          ofChannel.delete(listener);
        },
      };
    },
    async close() {
      worker.off('exit', end);
      order({ kind: 'close' });
      await once(worker, 'exit');
    },
  };
}

/** Serves the process from its thread until it is told to close, and ends the thread. Throws what `open` throws. */
export async function serveThread(port: MessagePort, open: () => Promise<Database>): Promise<never> {
  const report = (message: Report) => port.postMessage(message);
  const database = await open();
  const orders = on(port, 'message') as AsyncIterableIterator<[Order]>;
  report({ kind: 'open' });
  for await (const [order] of orders) {
    if (order.kind === 'close') break;
    if (order.kind === 'listen') {
      const { channel } = order;
      database.listen?.(channel, () => report({ kind: 'heard', channel }));
    } else report({ kind: 'answer', response: await respond(order.request, database.query) });
  }
  await database.close();
  process.exit(0);
}
