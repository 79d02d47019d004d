import { Pool } from 'pg';
import { toDatabaseError } from '../database-error.ts';
import type { Database } from '../open-database.ts';
import { runStatement } from './run-statement.ts';

/** A visitor's browser waits ten seconds, and its join may queue behind a batch that takes as long as its own. */
const connectionTimeoutMs = 1500;
const defaultQueryTimeoutMs = 3500;

/**
 * A pool of connections to a PostgreSQL whose schema is up to date. Queries throw DatabaseUnavailable while it cannot be
 * reached, when a statement takes too long, and when a commit may not have reached the standby.
 */
export function connectPostgres({
  databaseUrl,
  maxConnections,
  queryTimeoutMs = defaultQueryTimeoutMs,
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
