import { openEmbedded } from './embedded/open-embedded.ts';
import { openPostgres } from './postgres/open-postgres.ts';

/** One open, migrated database. The rest of the product knows nothing more about it. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /**
   * Runs one statement.
   * Ask for values that survive JSON (text, int, boolean): a tool beside a running server gets its rows through a socket.
   * Throws DatabaseUnavailable when the database cannot answer, StatementFault when the statement is at fault.
   */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Finishes what is under way, then lets go of the database. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL address. Without it the embedded PostgreSQL in `dataDir` is used. */
  databaseUrl?: string;
  dataDir: string;
  /** How long a statement on a PostgreSQL may take, in milliseconds; without it as long as a visitor waits. */
  queryTimeoutMs?: number;
}

/**
 * Opens the database, takes its lock (embedded) and brings its schema up to date.
 * Takes where the database is; returns it open.
 * Throws an Error whose message is a plain sentence for the operator: folder held by another process, not writable,
 * damaged, newer than this code, server not reachable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options.queryTimeoutMs);
  return openEmbedded(options.dataDir);
}
