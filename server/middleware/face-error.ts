import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Every way a request can be wrong before it reaches the list, and the status that says so. */
const statuses = {
  'no-key': 401,
  'other-origin': 403,
  'no-such-call': 404,
  'wrong-method': 405,
  'too-large': 413,
  'wrong-type': 415,
  'not-understood': 400,
} as const satisfies Record<string, ContentfulStatusCode>;

/** A request that cannot be answered as asked. Its message is for the programmer who sent it, and is safe to send. */
export class FaceError extends Error {
  override name = 'FaceError';
  readonly code: keyof typeof statuses;
  readonly headers: Record<string, string>;

  constructor(code: keyof typeof statuses, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): ContentfulStatusCode {
    return statuses[this.code];
  }
}
