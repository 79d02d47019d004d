import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { cancelQuery } from './cancel-query.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** How long it may take, in milliseconds. */
  timeoutMs: number;
}

/** A cancelled statement ends at once; one that does not has no server any more. Milliseconds. */
const cancelledEndsWithinMs = 1000;

/**
 * Runs one statement on a connection that the pool has lent for it, and gives the connection back.
 * Takes the connection and the statement; returns its rows, when what it wrote is where the server keeps it safe.
 * Throws the driver's error, and DatabaseUnavailable when it takes too long or may not have reached the standby. A statement
 * that takes too long is cancelled on the server as well, or a database that stands still would gather them.
 */
export function queryOn<Row>(client: PoolClient, { sql, parameters, timeoutMs }: Statement): Promise<Row[]> {
  const answer = queryDurably<Row>(client, sql, parameters);
  return new Promise((resolve, reject) => {
    let givenUp: Promise<void> | undefined;
    const timer = setTimeout(() => {
      reject(new DatabaseUnavailable(`The database did not answer within ${timeoutMs} ms.`));
      givenUp = giveUp(client, answer);
    }, timeoutMs);

    // A connection that saw an error may lead to a server that is no longer the right one, and one that was given up may
    // have its cancellation still to come: neither is used again.
    async function giveBack(failed: boolean): Promise<void> {
      clearTimeout(timer);
      await givenUp;
      client.release(failed || givenUp !== undefined);
    }
    answer.then(
      (rows) => {
        resolve(rows);
        void giveBack(false);
      },
      (error) => {
        reject(error);
        void giveBack(true);
      },
    );
  });
}

async function giveUp(client: PoolClient, answer: Promise<unknown>): Promise<void> {
  await cancelQuery(client);
  const ended = answer.then(
    () => {},
    () => {},
  );
  await Promise.race([ended, wait(cancelledEndsWithinMs, undefined, { ref: false })]);
  // Under a statement that still runs this closes the socket, and the statement ends with an error here.
  void client.end();
}

/**
 * A commit whose wait for the standby is cut short succeeds, with a warning: it is on this machine's disk only, and gone
 * when the standby takes over. The warning's code is the general one and its text is translated, but it names the routine
 * that it comes from. It arrives before the statement's end, on a connection that runs nothing else meanwhile.
 */
async function queryDurably<Row>(
  client: PoolClient,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  let replicated = true;
  const hearNotice = ({ routine }: { routine?: string | undefined }) => {
    if (routine === 'SyncRepWaitForLSN') replicated = false;
  };
  client.on('notice', hearNotice);
  try {
    const { rows } = await client.query(sql, [...parameters]);
    if (!replicated) throw new DatabaseUnavailable('The wait for the standby was cut short.');
    return rows as Row[];
  } finally {
    client.off('notice', hearNotice);
  }
}
