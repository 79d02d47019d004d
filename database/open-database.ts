import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { unlessOwned } from './embedded/unless-owned.ts';
import { migrate } from './migrate.ts';
import { connectPostgres } from './postgres.ts';

/** Connections of one server process: batches of joins (waitlist/join.ts), readiness, sweeping. */
const maxConnections = 10;

/** Longer than a visitor would wait: at start nobody is waiting yet. */
const startTimeoutMs = 4000;

/** Counting a long list may take minutes, and whoever typed the command can interrupt it. */
const queryTimeoutMs = 600_000;

/**
 * Opens the database, locks it (embedded) and migrates it.
 * @throws Error with a sentence for the operator: locked by another process, not writable, damaged, newer than this code,
 * out of reach
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options.queryTimeoutMs);
  return openEmbedded(options.dataDir);
}

/**
 * Opens the database for a command, whether the server runs or not: a locked folder is queried through its owner.
 * Throws as openDatabase does, and when there is no list yet: a mistyped DATA_DIR must not create one.
 */
export async function openDatabaseForTools(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openDatabase({ ...options, queryTimeoutMs });
  const dataDir = resolve(options.dataDir);
  // A server's first start creates the lock before the list; a list that was copied here has no lock yet.
  if (!['lock.sqlite', 'postgres'].some((name) => existsSync(join(dataDir, name)))) {
    throw new Error(`There is no waitlist in ${dataDir} yet. Start the site once, or set DATA_DIR.`);
  }
  return unlessOwned<Database>(
    dataDir,
    () => openDatabase(options),
    async (owned) => owned,
  );
}

/**
 * Opens PostgreSQL and migrates it.
 * Statements are sent unnamed: a named one has to outlive its transaction, which PgBouncer in transaction mode cannot promise.
 * @throws Error with a sentence for the operator, without the password that the URI may hold, when PostgreSQL is out of
 * reach or cannot be migrated
 */
async function openPostgres(databaseUrl: string, queryTimeoutMs?: number): Promise<Database> {
  await migratePostgres(databaseUrl);
  return connectPostgres({ databaseUrl, maxConnections, queryTimeoutMs });
}

async function migratePostgres(databaseUrl: string): Promise<void> {
  // No query timeout: when several processes start together, the others wait for the first.
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'waitlist',
    connectionTimeoutMillis: startTimeoutMs,
    keepAlive: true,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { host, port, database } = client;
    throw new Error(
      `PostgreSQL at ${host}:${port} (database ${database}) cannot be reached: ${reasonOf(error)}. ` +
        'Check DATABASE_URL, and that the server runs and lets this machine in.',
      { cause: error },
    );
  }
  try {
    await refuseHiddenWarnings(client);
    await migrate({
      run: async (sql) => void (await client.query(sql)),
      query: async (sql, parameters) => (await client.query(sql, parameters ? [...parameters] : [])).rows,
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Only a warning tells that a commit may not have reached the standby (run-statement.ts). */
async function refuseHiddenWarnings(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select 1 where current_setting('client_min_messages') in ('error', 'fatal', 'panic')",
  );
  if (rows.length === 0) return;
  throw new Error(
    'PostgreSQL is set to send this account no warnings (client_min_messages), and joins need them: ' +
      'set it to notice, for this account and its database.',
  );
}

/** Node reports a refused connection to a name with several addresses as an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
