import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { StatementError } from '../database-error.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { Database } from '../open-database.ts';
import type { LockOwner } from './data-dir-lock.ts';
import { responseSchema } from './query-socket.ts';

/** The database as seen through the process that has its folder locked, which can also lay another in its place. */
export interface OwnedDatabase extends Database {
  /** Lays the prepared files (replace-files.ts) in place; joins wait for it. */
  replace(): Promise<void>;
}

/** @throws Error with a sentence for the operator when that process does not answer */
export async function connectToOwner(owner: LockOwner): Promise<OwnedDatabase> {
  const socket = await connectSocket(owner);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();

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

  const inTurn = <Row>(request: object): Promise<Row[]> => {
    const result = last.then(() => send<Row>(request));
    last = result.catch(() => {});
    return result;
  };

  return {
    kind: 'embedded',
    query: (sql, parameters = []) => inTurn({ sql, parameters }),
    replace: async () => void (await inTurn({ replace: true })),
    async close() {
      await last;
      socket.destroy();
    },
  };
}

function connectSocket({ pid, socket: path }: LockOwner): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      // A later error shows where the next line is read.
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
