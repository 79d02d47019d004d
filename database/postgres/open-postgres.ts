import { Client, Pool, type PoolConfig } from 'pg';
import { asDatabaseError } from '../database-error.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../open-database.ts';

/** Connections of one server process: a few joins under way (see server/waitlist/join.ts), readiness, a tool. */
const connections = 10;

/**
 * Opens PostgreSQL and brings its schema up to date.
 * Takes its address; returns the database.
 * Throws, without the password that the address may hold, when it is out of reach or cannot be migrated.
 * Statements are sent unnamed: a named one outlives its transaction, which PgBouncer in transaction mode cannot promise.
 */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  const config: PoolConfig = {
    connectionString: databaseUrl,
    max: connections,
    application_name: 'waitlist',
    // The visitor's browser waits ten seconds: everything here gives up well before.
    connectionTimeoutMillis: 4000,
    query_timeout: 8000,
    keepAlive: true,
  };
  await migratePostgres(config);
  const pool = new Pool(config);
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    kind: 'postgres',
    async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
      try {
        return (await pool.query(sql, parameters ? [...parameters] : undefined)).rows as Row[];
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    close: () => pool.end(),
  };
}

async function migratePostgres(config: PoolConfig): Promise<void> {
  // No query timeout: of several processes that start together the others wait for the first.
  const { query_timeout: _, ...patient } = config;
  const client = new Client(patient);
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
    await migrate({
      run: async (sql) => void (await client.query(sql)),
      query: async (sql, parameters) => (await client.query(sql, parameters ? [...parameters] : [])).rows,
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Node reports a refused connection to a name with several addresses as an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
