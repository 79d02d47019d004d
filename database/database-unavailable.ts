/**
 * The database cannot answer now, through no fault of the request: out of reach, out of space, shutting down.
 * The HTTP face answers 503 to it. Asking again later is right, and joining again is harmless.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
