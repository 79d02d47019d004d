import { Pool } from 'pg';
import { asDatabaseError } from '../database-error.ts';
import type { Database } from '../open-database.ts';
import { queryOn } from './query-on.ts';

function ignore(): void {}

/** The visitor's browser waits ten seconds, and may find a call under way before its own. Milliseconds, both. */
const connectionTimeoutMs = 1500;
const visitorsQueryTimeoutMs = 3500;

/**
 * Connects to a PostgreSQL whose schema is up to date.
 * Takes its address, how many connections at most, and how long a statement may take (as long as a visitor waits, unless
 * told otherwise); returns the database, whose queries throw DatabaseUnavailable while it cannot be reached, when a
 * statement takes too long, and when what a statement wrote may not have reached the standby.
 */
export function connectPostgres({
  databaseUrl,
  connections,
  queryTimeoutMs = visitorsQueryTimeoutMs,
}: {
  databaseUrl: string;
  connections: number;
  queryTimeoutMs?: number | undefined;
}): Database {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'waitlist',
    max: connections,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
  });
  // A connection can break at any moment, also between the pool's listening and a query's: an 'error' that nobody hears
  // would end the process. Whoever is using the connection is told by the query itself, and an idle one is replaced.
  pool.on('connect', (client) => void client.on('error', ignore));
  pool.on('error', ignore);
  return {
    kind: 'postgres',
    async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
      try {
        const client = await pool.connect();
        return await queryOn<Row>(client, { sql, parameters, timeoutMs: queryTimeoutMs });
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    close: () => pool.end(),
  };
}
