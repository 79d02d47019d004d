import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { Database } from '../open-database.ts';
import type { Holder } from './folder-lock.ts';
import { replyShape } from './tool-socket.ts';

/**
 * The database as seen through the process that holds its folder.
 * Takes the holder; returns a database that asks it. Throws when it does not answer.
 */
export async function askHolder(holder: Holder): Promise<Database> {
  const socket = await reach(holder);
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();

  const ask = async <Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> => {
    socket.write(`${JSON.stringify({ sql, parameters })}\n`);
    const line = await replies.next().catch(() => undefined);
    if (!line || line.done)
      throw new DatabaseUnavailable(`Process ${holder.pid} stopped while it was asked.`);
    const reply = replyShape.parse(JSON.parse(line.value));
    if ('rows' in reply) return reply.rows as Row[];
    throw reply.unavailable ? new DatabaseUnavailable(reply.error) : new Error(reply.error);
  };

  return {
    kind: 'embedded',
    query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
      const answer = last.then(() => ask<Row>(sql, parameters));
      last = answer.catch(() => {});
      return answer;
    },
    async close() {
      await last;
      socket.destroy();
    },
  };
}

function reach({ pid, socket: path }: Holder): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      // The end of the conversation is noticed where the next line is read.
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
