import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type Database, DatabaseUnavailable, StatementError } from '../database.ts';
import type { LockOwner } from './data-dir-lock.ts';
import { responseSchema } from './query-socket.ts';

/** The database, queried through the process that holds its folder's lock and that can also swap in a restored database. */
export interface OwnedDatabase extends Database {
  /** Puts the restored files (replace-files.ts) in place; joins wait for it. */
  replace(): Promise<void>;
}

/** @throws Error with a sentence for the operator when the owner cannot be reached */
export async function connectToOwner(owner: LockOwner): Promise<OwnedDatabase> {
  const socket = await connectSocket(owner);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  let previous: Promise<unknown> = Promise.resolve();

  const send = async <Row>(request: object): Promise<Row[]> => {
    socket.write(`${JSON.stringify(request)}\n`);
    const line = await lines.next().catch(() => undefined);
    if (!line || line.done) throw new DatabaseUnavailable(`Process ${owner.pid} stopped during a query.`);
    const response = responseSchema.parse(JSON.parse(line.value));
    if ('rows' in response) return response.rows as Row[];
    throw response.sqlState === null
      ? new DatabaseUnavailable(response.error)
      : new StatementError(response.error, response.sqlState);
  };

  const sendInOrder = <Row>(request: object): Promise<Row[]> => {
    const result = previous.then(() => send<Row>(request));
    previous = result.catch(() => {});
    return result;
  };

  return {
    kind: 'embedded',
    query: (sql, parameters = []) => sendInOrder({ sql, parameters }),
    replace: async () => void (await sendInOrder({ replace: true })),
    async close() {
      await previous;
      socket.destroy();
    },
  };
}

function connectSocket({ pid, socket: path }: LockOwner): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      // A later error surfaces when the next line is read.
      socket.off('error', reject).on('error', () => {});
      resolve(socket);
    });
    socket.once('error', (cause) =>
      reject(
        new Error(`Process ${pid} holds the data folder and does not answer. Stop it and try again.`, {
          cause,
        }),
      ),
    );
  });
}
