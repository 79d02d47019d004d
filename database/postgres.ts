import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolClient } from 'pg';
import { type Database, DatabaseUnavailable, toDatabaseError } from './database.ts';

/** A visitor's browser waits ten seconds, and its join may queue behind a batch that takes as long as its own. */
const connectionTimeoutMs = 1500;
export const visitorTimeoutMs = 3500;

/**
 * A pool of connections to a PostgreSQL whose schema is up to date. Queries throw DatabaseUnavailable while it cannot be
 * reached, when a statement takes too long, and when a commit may not have reached the standby.
 */
export function connectPostgres({
  databaseUrl,
  maxConnections,
  queryTimeoutMs = visitorTimeoutMs,
}: {
  databaseUrl: string;
  maxConnections: number;
  queryTimeoutMs?: number | undefined;
}): Database {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'waitlist',
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
  });
  // A connection can break at any moment, also while it is checked out of the pool, and an 'error' event without a listener
  // ends the process. The caller learns of it from its query, and the pool replaces an idle connection.
  pool.on('connect', (client) => void client.on('error', ignore));
  pool.on('error', ignore);
  return {
    kind: 'postgres',
    async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
      try {
        const client = await pool.connect();
        return await runStatement<Row>(client, sql, parameters, queryTimeoutMs);
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    close: () => pool.end(),
  };
}

function ignore(): void {}

/**
 * Runs one statement on a client of the pool and releases the client. A statement that times out is cancelled on the server
 * as well: otherwise statements would pile up on a database that hangs.
 * @throws the driver's error; DatabaseUnavailable on a timeout, or when the commit may not have reached the standby
 */
async function runStatement<Row>(
  client: PoolClient,
  sql: string,
  parameters: readonly unknown[],
  timeoutMs: number,
): Promise<Row[]> {
  const result = queryDurably<Row>(client, sql, parameters);
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    const rows = await Promise.race([result, late]);
    if (rows) {
      client.release();
      return rows;
    }
  } catch (error) {
    // The host name may lead to another server by now, so the connection is closed rather than used again.
    client.release(true);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  void abort(client, result);
  throw new DatabaseUnavailable(`The database did not answer within ${timeoutMs} ms.`);
}

/** A cancelled statement ends at once, unless its server is gone. */
const cancelTimeoutMs = 1000;

/** Cancels the statement and closes the connection: the cancel request may still be on its way when the statement has ended. */
async function abort(client: PoolClient, result: Promise<unknown>): Promise<void> {
  await cancelQuery(client);
  const ended = result.then(ignore, ignore);
  await Promise.race([ended, wait(cancelTimeoutMs, undefined, { ref: false })]);
  // If the statement still runs this closes the socket, and the query rejects.
  void client.end();
  await ended;
  client.release(true);
}

/** Properties of a client that pg's types leave out; null from a server that sends no key. */
interface Cancellable {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
}

/**
 * Sends a cancel request (PostgreSQL manual, Message Flow) for the statement that a client is running, because neither a lock
 * nor a wait for the standby notices that its client has gone. It goes without TLS, as libpq sent it up to version 16:
 * PostgreSQL and PgBouncer read it before they ask for TLS. Client.cancel of pg has no way of catching its errors.
 * The client must still be connected: PgBouncer forgets its key when it disconnects.
 * Resolves when the server has accepted the request, or cannot; the statement's own connection shows whether it ends.
 */
function cancelQuery(client: ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Cancellable;
  if (processID === null || secretKey === null) return Promise.resolve();
  const request = Buffer.alloc(16);
  // Its length and its code, then whose statement.
  for (const [index, field] of [16, 80_877_102, processID, secretKey].entries())
    request.writeInt32BE(field, index * 4);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(cancelTimeoutMs, () => socket.destroy());
  socket.on('error', ignore).resume().write(request);
  return new Promise((resolve) => socket.once('close', () => resolve()));
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
