import { openEmbedded } from './embedded/open-embedded.ts';
import { openPostgres } from './postgres/open-postgres.ts';

/** An open, migrated database, as the rest of the product sees it. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /**
   * Runs one statement. Select values that survive JSON (text, int, boolean): a tool beside a running server gets its rows
   * through a socket.
   * @throws DatabaseUnavailable when the database cannot answer; StatementError when the statement is wrong. Neither is the
   * driver's own error, whose detail quotes rows.
   */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Waits for statements under way. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL connection URI; without it the embedded PostgreSQL in `dataDir` is opened. */
  databaseUrl?: string;
  dataDir: string;
  /** The timeout of a statement in milliseconds, PostgreSQL only; by default as long as a visitor waits. */
  queryTimeoutMs?: number;
}

/**
 * Opens the database, locks it (embedded) and migrates it.
 * @throws Error with a sentence for the operator: locked by another process, not writable, damaged, newer than this code,
 * out of reach
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options.queryTimeoutMs);
  return openEmbedded(options.dataDir);
}
