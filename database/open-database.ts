import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { adviceForCertificate, isCertificateProblem, type Trust } from '../system/encryption.ts';
import { type Database, type DatabaseOptions, reasonOf } from './database.ts';
import { openEmbedded, openEmbeddedInThread } from './embedded/open-embedded.ts';
import { lockOrAskOwner } from './embedded/owner.ts';
import { assertMigrated, type MigrationConnection, migrate } from './migrate.ts';
import { connectPostgres } from './postgres.ts';
import { adviceForPlain, readPostgresAddress } from './postgres-address.ts';

/** Connections of one process: batches of joins (waitlist/join.ts), readiness, sweeping. */
const maxConnections = 10;

/** Counting a long list may take minutes, and whoever typed the command can interrupt it. */
export const toolTimeoutMs = 600_000;

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
 * Runs `work` in one transaction, which sees one moment of the database. No server may have an embedded list open: its session is
 * everybody's.
 * @throws Error as openDatabaseForTools does, or when a server has the list open; what `work` throws, and nothing has changed
 */
export async function inTransaction<Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, trust } = options;
  if (databaseUrl) await preparePostgres(databaseUrl, trust, assertMigrated);
  // Every statement of a pool of one runs on its one connection.
  const database = databaseUrl
    ? connectPostgres({ databaseUrl, maxConnections: 1, queryTimeoutMs: toolTimeoutMs, trust })
    : await openEmbedded(existingList(options));
  try {
    await database.query('begin isolation level repeatable read');
    const result = await work(database);
    await database.query('commit');
    return result;
  } catch (error) {
    // The first error says what is wrong.
    await database.query('rollback').catch(() => {});
    throw error;
  } finally {
    await database.close();
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
 * Connects once, to look at the schema. Statements are sent unnamed, here and later: PgBouncer in transaction mode keeps no name.
 * @throws Error with a sentence for the operator, without the URI's password, when it is out of reach; what `prepare` throws
 */
async function preparePostgres(
  databaseUrl: string,
  trust: Trust | undefined,
  prepare: (connection: MigrationConnection) => Promise<unknown>,
): Promise<void> {
  // No query timeout: when several processes start together, the others wait for the first.
  const { connection } = readPostgresAddress(databaseUrl, trust);
  const client = new Client({
    ...connection,
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
  try {
    // Only a warning tells that a commit may not have reached the standby (postgres.ts).
    const deaf = "select where current_setting('client_min_messages') in ('error', 'fatal', 'panic')";
    if ((await client.query(deaf)).rowCount)
      throw new Error(
        'PostgreSQL is set to send this account no warnings (client_min_messages), and joins need them: ' +
          'set it to notice, for this account and its database.',
      );
    await prepare({
      run: async (sql) => void (await client.query(sql)),
      query: async (sql, parameters) => (await client.query(sql, parameters ? [...parameters] : [])).rows,
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** What to do about a PostgreSQL that cannot be reached. @param cause what pg has thrown */
function adviceFor(cause: { code?: string; message: string }, host: string): string {
  // pg gives this one no code.
  if (cause.message === 'The server does not support SSL connections') return adviceForPlain(host);
  if (isCertificateProblem(cause.code ?? '')) return adviceForCertificate;
  return 'Check DATABASE_URL, and that the server runs and lets this machine in.';
}
