import { DatabaseUnavailable } from './database-unavailable.ts';

/** The statement, or what it was given, is at fault. */
export class StatementFault extends Error {
  override name = 'StatementFault';
  /** PostgreSQL's SQLSTATE. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

// SQLSTATE classes (PostgreSQL manual, appendix A) in which the statement is at fault: bad data, a broken rule of the
// schema, no right, an unknown name, two transactions that met. All others are the server's: out of space, out of reach,
// shutting down.
const statementFaults = new Set(['0A', '21', '22', '23', '2F', '40', '42', '44', 'P0']);

/** Whether another try at once may succeed: two transactions met (serialisation failure, deadlock). */
export function isCollision(error: unknown): boolean {
  return error instanceof StatementFault && ['40001', '40P01'].includes(error.code);
}

/**
 * Tells a fault of the database from a fault of the statement.
 * Takes whatever was thrown while a driver was asked; returns DatabaseUnavailable or StatementFault. Neither carries the driver's own error:
 * its detail and context quote the row, and the row holds an address that no log may show.
 */
export function asDatabaseError(error: unknown): DatabaseUnavailable | StatementFault {
  if (error instanceof DatabaseUnavailable) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (code.length === 5 && statementFaults.has(code.slice(0, 2))) return new StatementFault(message, code);
  return new DatabaseUnavailable(
    `The database cannot answer: ${message}${code && ` (${code})`}.`,
    code || undefined,
  );
}
