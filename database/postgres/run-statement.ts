import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { cancelQuery } from './cancel-query.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  timeoutMs: number;
}

/** A cancelled statement ends at once, unless its server is gone. */
const cancelledTimeoutMs = 1000;

/**
 * Runs one statement on a client of the pool and releases the client. A statement that times out is cancelled on the server
 * as well: otherwise statements would pile up on a database that hangs.
 * @throws the driver's error; DatabaseUnavailable on a timeout, or when the commit may not have reached the standby
 */
export function runStatement<Row>(
  client: PoolClient,
  { sql, parameters, timeoutMs }: Statement,
): Promise<Row[]> {
  const result = queryDurably<Row>(client, sql, parameters);
  return new Promise((resolve, reject) => {
    let aborted: Promise<void> | undefined;
    const timer = setTimeout(() => {
      reject(new DatabaseUnavailable(`The database did not answer within ${timeoutMs} ms.`));
      aborted = abort(client, result);
    }, timeoutMs);

    // After an error the host name may lead to another server, and after a timeout the cancel request may still be on its
    // way: such a connection is closed rather than used again.
    async function release(failed: boolean): Promise<void> {
      clearTimeout(timer);
      await aborted;
      client.release(failed || aborted !== undefined);
    }
    result.then(
      (rows) => {
        resolve(rows);
        void release(false);
      },
      (error) => {
        reject(error);
        void release(true);
      },
    );
  });
}

async function abort(client: PoolClient, result: Promise<unknown>): Promise<void> {
  await cancelQuery(client);
  const ended = result.then(
    () => {},
    () => {},
  );
  await Promise.race([ended, wait(cancelledTimeoutMs, undefined, { ref: false })]);
  // If the statement still runs this closes the socket, and the query rejects.
  void client.end();
}

/**
 * A commit whose wait for the standby is cut short succeeds, with a warning: it is on the primary's disk only, and lost when
 * the standby takes over. The warning has the general SQLSTATE and a translated text, but it names PostgreSQL's routine. It
 * arrives before the statement's end, on a connection that runs nothing else meanwhile.
 */
async function queryDurably<Row>(
  client: PoolClient,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  let replicated = true;
  const onNotice = ({ routine }: { routine?: string | undefined }) => {
    if (routine === 'SyncRepWaitForLSN') replicated = false;
  };
  client.on('notice', onNotice);
  try {
    const { rows } = await client.query(sql, [...parameters]);
    if (!replicated) throw new DatabaseUnavailable('The wait for the standby was cut short.');
    return rows as Row[];
  } finally {
    client.off('notice', onNotice);
  }
}
