import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { adviceForCertificate, isCertificateProblem, type Trust } from '../system/encryption.ts';
import { type Database, type DatabaseOptions, reasonOf, toDatabaseError } from './database.ts';
import { openEmbedded, openEmbeddedAlone, openEmbeddedInThread } from './embedded/open-embedded.ts';
import { lockOrAskOwner } from './embedded/owner.ts';
import { assertMigrated, type MigrationConnection, migrate } from './migrate.ts';
import { refuseMoved } from './moved.ts';
import { connectPostgres } from './postgres.ts';
import { adviceForPlain, readPostgresAddress } from './postgres-address.ts';

/** Connections of one process: batches of joins (waitlist/join.ts), readiness, sweeping. */
const maxConnections = 10;

/** Counting a long list may take minutes, and whoever typed the command can interrupt it. */
const toolTimeoutMs = 600_000;

/**
 * Opens the database for a server, locks it (embedded) and migrates it.
 * @throws Error with a sentence for the operator: locked by another process, not writable, damaged, too new, out of reach
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, queryTimeoutMs, trust } = options;
  if (!databaseUrl) return openEmbeddedInThread(dataDir);
  await preparePostgres(databaseUrl, trust, migrate);
  return connectPostgres({ databaseUrl, maxConnections, queryTimeoutMs, trust });
}

/**
 * Opens the database for a command: a locked folder is queried through its owner, and a PostgreSQL is not migrated, because older
 * servers may use it. Throws as openDatabase does, when a PostgreSQL is older than this code, and when there is no list yet.
 */
export async function openDatabaseForTools(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, queryTimeoutMs = toolTimeoutMs, trust } = options;
  if (!databaseUrl) return lockOrAskOwner(existingList(options), () => openEmbedded(existingList(options)));
  await preparePostgres(databaseUrl, trust, assertMigrated);
  return connectPostgres({ databaseUrl, maxConnections, queryTimeoutMs, trust });
}

/**
 * Opens the database for this process alone, as one session in which `inTransaction` may be used. It makes an embedded list, or the
 * schema of a PostgreSQL, where there is none, and opens a list that was moved away too.
 * @throws DataDirLocked while a server has an embedded list open; Error as openDatabase does. Other users of a PostgreSQL are not
 * looked for
 */
export async function openAlone(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, trust } = options;
  if (!databaseUrl) return openEmbeddedAlone(dataDir);
  const connection = await connectOnce(databaseUrl, trust);
  try {
    await migrate(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/**
 * Calls `work` with a database that shows one moment where it can: a PostgreSQL in a transaction of its own connection. An embedded
 * list has one session, so that a transaction would hold up whoever joins: there each statement shows its own moment.
 * @throws Error as openDatabaseForTools does; what `work` throws
 */
export async function readAtOnce<Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, trust } = options;
  if (!databaseUrl) {
    const database = await openDatabaseForTools(options);
    return work(database).finally(() => database.close());
  }
  const connection = await connectOnce(databaseUrl, trust);
  try {
    await assertMigrated(connection);
    await refuseMoved(connection);
    return await inTransaction(connection, work, 'isolation level repeatable read, read only');
  } finally {
    await connection.close();
  }
}

/** Runs `work` in a transaction of a database that has one session. @throws what `work` throws, and nothing has changed */
export async function inTransaction<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
  kind = '',
): Promise<Result> {
  await database.query(`begin ${kind}`);
  try {
    // A host may end transactions that wait for a file to be read.
    await database.query('set local idle_in_transaction_session_timeout = 0');
    await database.query('set local statement_timeout = 0');
    // Without statistics PostgreSQL takes a page of rows for thousands, and compiles each statement for longer than it runs.
    await database.query('set local jit = off');
    const result = await work(database);
    await database.query('commit');
    return result;
  } catch (error) {
    // The first error says what is wrong.
    await database.query('rollback').catch(() => {});
    throw error;
  }
}

/** Whether there is a list, which may be empty. @throws Error with a sentence when a PostgreSQL is out of reach */
export async function hasList(options: DatabaseOptions): Promise<boolean> {
  const { databaseUrl, dataDir, trust } = options;
  if (!databaseUrl) return existsSync(join(resolve(dataDir), 'postgres'));
  const connection = await connectOnce(databaseUrl, trust);
  try {
    const [table] = await connection.query<{ exists: boolean }>(
      "select to_regclass('waitlist.settings') is not null as exists",
    );
    return table?.exists ?? false;
  } finally {
    await connection.close();
  }
}

/** The data folder of a list that is there. @throws Error with a sentence */
function existingList(options: DatabaseOptions): string {
  const dataDir = resolve(options.dataDir);
  // A server's first start creates the lock before the list; a list that was copied here has no lock yet.
  if (['lock.sqlite', 'postgres'].some((name) => existsSync(join(dataDir, name)))) return dataDir;
  throw new Error(`There is no waitlist in ${dataDir} yet. Start the site once, or set DATA_DIR.`);
}

/**
 * Connects once, to look at the schema, and refuses a list that was moved away. Throws as connectOnce does, and what `prepare` throws.
 */
async function preparePostgres(
  databaseUrl: string,
  trust: Trust | undefined,
  prepare: (connection: MigrationConnection) => Promise<unknown>,
): Promise<void> {
  const connection = await connectOnce(databaseUrl, trust);
  try {
    await prepare(connection);
    await refuseMoved(connection);
  } finally {
    await connection.close();
  }
}

/**
 * One connection, whose statements have no timeout: when several processes start together, the others wait for the first to migrate.
 * Statements are sent unnamed, here and later: PgBouncer in transaction mode keeps no name.
 * @throws Error with a sentence for the operator, without the URI's password, when it is out of reach
 */
async function connectOnce(
  databaseUrl: string,
  trust: Trust | undefined,
): Promise<Database & MigrationConnection> {
  const client = new Client({
    ...readPostgresAddress(databaseUrl, trust).connection,
    application_name: 'waitlist',
    // Longer than a visitor would wait: at start nobody is waiting yet.
    connectionTimeoutMillis: 4000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect().catch((cause) => {
    const { host, port, database } = client;
    throw new Error(
      `PostgreSQL at ${host}:${port} (database ${database}) cannot be reached: ${reasonOf(cause)}. ${adviceFor(cause, host)}`,
      { cause },
    );
  });
  const refused = (error: unknown) => {
    throw toDatabaseError(error);
  };
  const connection: Database & MigrationConnection = {
    kind: 'postgres',
    isShared: true,
    run: async (sql) => void (await client.query(sql).catch(refused)),
    query: async (sql, parameters) =>
      (await client.query(sql, parameters ? [...parameters] : []).catch(refused)).rows,
    close: async () => void (await client.end().catch(() => {})),
  };
  try {
    // Only a warning tells that a commit may not have reached the standby (postgres.ts).
    const deaf = "select where current_setting('client_min_messages') in ('error', 'fatal', 'panic')";
    if ((await connection.query(deaf)).length > 0)
      throw new Error(
        'PostgreSQL is set to send this account no warnings (client_min_messages), and joins need them: ' +
          'set it to notice, for this account and its database.',
      );
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/** What to do about a PostgreSQL that cannot be reached. @param cause what pg has thrown */
function adviceFor(cause: { code?: string; message: string }, host: string): string {
  // pg gives this one no code.
  if (cause.message === 'The server does not support SSL connections') return adviceForPlain(host);
  if (isCertificateProblem(cause.code ?? '')) return adviceForCertificate;
  return 'Check DATABASE_URL, and that the server runs and lets this machine in.';
}
