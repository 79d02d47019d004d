/**
 * The database cannot answer now, through no fault of the request: out of reach, out of space, shutting down.
 * The HTTP face answers 503 to it. Asking again later is right, and joining again is harmless.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** PostgreSQL's SQLSTATE or the system's name of the error, where there is one. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}
