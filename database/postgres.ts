import { setTimeout as wait } from 'node:timers/promises';
import { type ClientBase, Connection, type ConnectionConfig, Pool, type PoolClient } from 'pg';
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
        return await runStatement<Row>(client, { sql, parameters, timeoutMs: queryTimeoutMs });
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    close: () => pool.end(),
  };
}

function ignore(): void {}

interface Statement {
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
function runStatement<Row>(client: PoolClient, { sql, parameters, timeoutMs }: Statement): Promise<Row[]> {
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

/** Properties of a client that pg's types leave out. */
interface Cancellable {
  host: string;
  port: number;
  ssl: ConnectionConfig['ssl'];
  sslNegotiation: string;
  /** Null from a server that sends no key: then nothing can be cancelled. */
  processID: number | null;
  secretKey: number | null;
}

interface CancelConnection extends Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/** For a server that does not even accept the request. */
const cancelTimeoutMs = 1000;

/**
 * Sends a cancel request (PostgreSQL manual, Message Flow) for the statement that a client is running, because neither a
 * lock nor a wait for the standby notices that its client has gone. pg's own Client.cancel speaks no TLS, and its error when
 * the server is away cannot be caught.
 * The client must still be connected: PgBouncer forgets its key when it disconnects.
 * Resolves when the server has accepted the request, or cannot; the statement's own connection shows whether it ends.
 */
function cancelQuery(client: ClientBase): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Cancellable;
  if (processID === null || secretKey === null) return Promise.resolve();
  const connection = new Connection({ ssl, sslNegotiation } as ConnectionConfig) as CancelConnection;
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), cancelTimeoutMs);
    const request = () => connection.cancel(processID, secretKey);
    connection.on('connect', () => {
      if (!ssl) request();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    connection.on('sslconnect', request);
    connection.on('error', () => connection.stream.destroy());
    connection.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
