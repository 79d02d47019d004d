/**
 * The database cannot answer now, through no fault of the request: out of reach, out of space, shutting down. The server
 * answers 503. Trying again later is right, and joining again is harmless.
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
