import type { Trust } from '../system/encryption.ts';
import { reasonOf } from '../system/reason-of.ts';

/** An open database with the product's schema, as the rest of the product sees it. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Whether another process may use it too. False for an embedded list that this process has opened itself. */
  readonly isShared: boolean;
  /**
   * Runs one statement. Select values that survive JSON (text, int, boolean): a tool beside a running server gets its rows
   * through a socket.
   * @throws DatabaseUnavailable when the database cannot answer; StatementError when the statement is wrong. Neither is the
   * driver's own error, whose detail quotes rows.
   */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * Calls `hear` whenever a transaction that notified this channel (PostgreSQL's NOTIFY) has been committed. Notifications may be
   * missed, so a listener has to ask now and then too. Undefined if this process cannot listen: it reaches the list through another
   * process, or holds one connection for a transaction.
   */
  listen?(channel: string, hear: () => void): Listening;
  /** Waits for statements under way. */
  close(): Promise<void>;
}

/** A database of one connection, which nobody else uses: its statements may be a transaction (transaction.ts). A pool is none. */
export interface Session extends Database {
  readonly isOneSession: true;
}

export interface Listening {
  /** Whether notifications are known to arrive: not while the connection is away, nor behind a pooler that passes none on. */
  works(): boolean;
  stop(): Promise<void>;
}

/** A PostgreSQL of the founder's. */
export interface PostgresOptions {
  /** A PostgreSQL connection URI. */
  databaseUrl: string;
  /** DATA_DIR, kept only so that doctor can name a list left there. */
  dataDir?: string;
  /** What the connection may trust; by default the usual authorities. */
  trust?: Trust | undefined;
  /** The timeout of a statement in milliseconds; by default as long as a visitor waits. */
  queryTimeoutMs?: number;
}

/** The embedded PostgreSQL. */
export interface EmbeddedOptions {
  databaseUrl?: undefined;
  /** The folder of its files. */
  dataDir: string;
  trust?: Trust | undefined;
}

export type DatabaseOptions = PostgresOptions | EmbeddedOptions;

/** The same database with another timeout of statements. The embedded PostgreSQL has none. */
export const withTimeout = (options: DatabaseOptions, queryTimeoutMs: number): DatabaseOptions =>
  options.databaseUrl === undefined ? options : { ...options, queryTimeoutMs };

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

/** Converts what a driver threw. It is not kept, not even as `cause`: its detail quotes the row, and no log may show that. */
export function toDatabaseError(error: unknown): DatabaseUnavailable | StatementError {
  if (error instanceof DatabaseUnavailable) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = reasonOf(error);
  const isSqlState = code.length === 5;
  if (isSqlState && statementErrors.has(code.slice(0, 2))) return new StatementError(message, code);
  if (code === '') return new DatabaseUnavailable(`The database cannot answer: ${message}.`);
  return new DatabaseUnavailable(`The database cannot answer: ${message} (${code}).`, code);
}
