import type { Trust } from '../system/encryption.ts';

/** An open database with the product's schema, as the rest of the product sees it. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Whether another process, such as a server, may have it open too: not an embedded list that this one has opened itself. */
  readonly isShared?: boolean;
  /**
   * Runs one statement. Select values that survive JSON (text, int, boolean): a tool beside a running server gets its rows
   * through a socket.
   * @throws DatabaseUnavailable when the database cannot answer; StatementError when the statement is wrong. Neither is the
   * driver's own error, whose detail quotes rows.
   */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * Calls `hear` whenever a transaction that notified this channel (PostgreSQL's NOTIFY) has been committed. Notifications may be
   * missed, so that whoever listens asks now and then too. Missing where the list is reached through another process.
   */
  listen?(channel: string, hear: () => void): Listening;
  /** Waits for statements under way. */
  close(): Promise<void>;
}

export interface Listening {
  /** Whether notifications are known to arrive: not while the connection is away, nor behind a pooler that passes none on. */
  works(): boolean;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL connection URI; without it the embedded PostgreSQL in `dataDir` is opened. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Whom a PostgreSQL's connection may trust; by default the usual authorities. */
  trust?: Trust | undefined;
  /** The timeout of a statement in milliseconds, PostgreSQL only; by default as long as a visitor waits. */
  queryTimeoutMs?: number;
}

/**
 * The database cannot answer now, through no fault of the request: unreachable, disk full, shutting down. The server answers
 * 503. The client may try again later: joining twice is harmless.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** PostgreSQL's SQLSTATE or Node's error code, if there is one. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** The statement or its parameters are wrong. */
export class StatementError extends Error {
  override name = 'StatementError';
  /** PostgreSQL's SQLSTATE. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

// SQLSTATE classes (PostgreSQL manual, appendix A) that blame the statement: bad data, a violated constraint, a missing
// privilege, an unknown name, two transactions that collided. All others blame the server: disk full, unreachable, shutting down.
const statementErrors = new Set(['0A', '21', '22', '23', '2F', '40', '42', '44', 'P0']);

/** Whether the same statement may succeed when repeated at once: a serialization failure or a deadlock. */
export function isCollision(error: unknown): boolean {
  return error instanceof StatementError && ['40001', '40P01'].includes(error.code);
}

/** What was thrown, as a sentence says it. Of a name with several addresses Node says why for each, and nothing for the whole. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Converts what a driver threw, which is not kept, not even as `cause`: its detail quotes the row, and no log may show that. */
export function toDatabaseError(error: unknown): DatabaseUnavailable | StatementError {
  if (error instanceof DatabaseUnavailable) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = reasonOf(error);
  if (code.length === 5 && statementErrors.has(code.slice(0, 2))) return new StatementError(message, code);
  return new DatabaseUnavailable(
    `The database cannot answer: ${message}${code && ` (${code})`}.`,
    code || undefined,
  );
}
