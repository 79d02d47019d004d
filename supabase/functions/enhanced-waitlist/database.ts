import { Pool } from 'pg';
import { asDatabaseError } from '../../../database/database-error.ts';
import type { Database } from '../../../database/open-database.ts';

/** A function's process is small and short-lived, and a project's connections are few. */
const connections = 2;

/**
 * Connects to the project's PostgreSQL. Its schema is brought there by `supabase db push`, not from here: a function
 * carries no migrations.
 * Takes its address; returns the database, whose queries throw DatabaseUnavailable while it cannot be reached.
 */
export function connectDatabase(databaseUrl: string): Database {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 4000,
    query_timeout: 8000,
  });
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
