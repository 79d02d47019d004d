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
