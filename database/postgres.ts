import { setTimeout as wait } from 'node:timers/promises';
import { Client, Connection, Pool, type PoolClient } from 'pg';
import type { Trust } from '../system/encryption.ts';
import { type Database, DatabaseUnavailable, toDatabaseError } from './database.ts';
import { listenTo } from './listen.ts';
import { readPostgresAddress } from './postgres-address.ts';

/** Parts of the ten seconds of a join (decision 12). */
const connectionTimeoutMs = 1500;
export const visitorTimeoutMs = 3500;

/**
 * A pool of connections to a PostgreSQL whose schema is up to date. Queries throw DatabaseUnavailable while it cannot be
 * reached, when a statement takes too long, and when a commit may not have reached the standby.
 * @throws Error with a sentence, as readPostgresAddress does
 */
export function connectPostgres({
  databaseUrl,
  maxConnections,
  queryTimeoutMs = visitorTimeoutMs,
  trust,
}: {
  databaseUrl: string;
  maxConnections: number;
  queryTimeoutMs?: number | undefined;
  trust?: Trust | undefined;
}): Database {
  const pool = new Pool({
    ...readPostgresAddress(databaseUrl, trust).connection,
    application_name: 'waitlist',
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
  });
  // A connection can break at any moment, also while it is checked out of the pool, and an 'error' event without a listener
  // ends the process. The caller learns of it from its query, and the pool replaces an idle connection.
  pool.on('connect', (client) => void client.on('error', ignore));
  pool.on('error', ignore);
  async function query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      const client = await pool.connect();
      return await inTime(client, queryDurably<Row>(client, sql, parameters), queryTimeoutMs);
    } catch (error) {
      throw toDatabaseError(error);
    }
  }
  return {
    kind: 'postgres',
    isShared: true,
    query,
    listen: (channel, hear) =>
      listenTo(
        channel,
        () => new Client(pool.options),
        () => query('select pg_notify($1, $2)', [channel, '']),
        hear,
      ),
    close: () => pool.end(),
  };
}

function ignore(): void {}

/**
 * Waits for a statement on a client of the pool and releases the client. A statement that times out is cancelled on the server
 * as well: otherwise statements would pile up on a database that hangs.
 * @throws the driver's error; DatabaseUnavailable on a timeout, or when the commit may not have reached the standby
 */
async function inTime<Row>(client: PoolClient, result: Promise<Row[]>, timeoutMs: number): Promise<Row[]> {
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

/**
 * Cancels the statement and closes the connection: the cancel request may still be on its way when the statement has ended.
 * Until then the client stays connected, because PgBouncer forgets its key when it disconnects.
 */
async function abort(client: PoolClient, result: Promise<unknown>): Promise<void> {
  const request = requestCancel(client);
  const ended = result.then(ignore, ignore);
  // A cancelled statement ends at once, unless its server is gone.
  await Promise.race([ended, wait(2000, undefined, { ref: false })]);
  request?.stream.destroy();
  // If the statement still runs this closes the socket, and the query rejects.
  void client.end();
  await ended;
  client.release(true);
}

/** What pg's types leave out of a client (the key is null from a server that sends none) and of a connection. */
interface Cancellable extends PoolClient {
  processID: number | null;
  secretKey: number | null;
}
interface CancelRequest extends Connection {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Sends a cancel request (PostgreSQL manual, Message Flow) for the statement that a client is running, with TLS where the client
 * has it: neither a lock nor a wait for the standby notices that its client has gone. Not Client.cancel of pg, which knows no
 * TLS and has no way of catching its errors.
 */
function requestCancel(client: PoolClient): Connection | undefined {
  const { host, port, ssl, processID, secretKey } = client as Cancellable;
  if (processID === null || secretKey === null) return undefined;
  const request = new Connection({ ssl }) as CancelRequest;
  const cancel = () => request.cancel(processID, secretKey);
  request.on('error', ignore).once('sslconnect', cancel);
  request.once('connect', () => (ssl ? request.requestSsl() : cancel()));
  if (host.startsWith('/')) request.connect(`${host}/.s.PGSQL.${port}`);
  else request.connect(port, host);
  return request;
}

/**
 * Runs a statement, and throws if its commit did not wait for the standby. PostgreSQL lets such a commit succeed with a warning: it is
 * on the primary's disk only, and lost when the standby takes over. The warning has the general SQLSTATE and a translated text, but it
 * names PostgreSQL's routine. It arrives before the statement's end, on a connection that runs nothing else meanwhile.
 */
async function queryDurably<Row>(client: PoolClient, sql: string, parameters: readonly unknown[]) {
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
