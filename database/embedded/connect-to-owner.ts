import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { StatementError } from '../database-error.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { Database } from '../open-database.ts';
import type { LockOwner } from './data-dir-lock.ts';
import { responseSchema } from './query-socket.ts';

/**
 * The database as seen through the process that has its folder locked.
 * @throws Error with a sentence for the operator when that process does not answer
 */
export async function connectToOwner(owner: LockOwner): Promise<Database> {
  const socket = await connectSocket(owner);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();

  const send = async <Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> => {
    socket.write(`${JSON.stringify({ sql, parameters })}\n`);
    const line = await lines.next().catch(() => undefined);
    if (!line || line.done) throw new DatabaseUnavailable(`Process ${owner.pid} stopped during a query.`);
    const response = responseSchema.parse(JSON.parse(line.value));
    if ('rows' in response) return response.rows as Row[];
    throw response.sqlState === null
      ? new DatabaseUnavailable(response.error)
      : new StatementError(response.error, response.sqlState);
  };

  return {
    kind: 'embedded',
    query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
      const result = last.then(() => send<Row>(sql, parameters));
      last = result.catch(() => {});
      return result;
    },
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
