import type { ContentfulStatusCode } from 'hono/utils/http-status';

interface Problem {
  status: ContentfulStatusCode;
  /** The bottom form shows it to the visitor (docs/specification.md#messages). */
  message: string;
}

const outdatedPage = 'This page is out of date. Load it again, then try once more.';
const brokenOff = 'What you sent did not arrive whole. Please try again.';

/** Every way a request can be wrong before it reaches the list, by the `code` that the client gets. */
const problems = {
  'invalid-key': { status: 401, message: outdatedPage },
  'forbidden-origin': {
    status: 403,
    message: 'You can only join on our own site. Open it, then try again there.',
  },
  'not-found': { status: 404, message: outdatedPage },
  'method-not-allowed': { status: 405, message: outdatedPage },
  'body-too-large': {
    status: 413,
    message: 'That is far longer than an email address can be. Check it and try again.',
  },
  'unsupported-media-type': { status: 415, message: brokenOff },
  'malformed-body': { status: 400, message: brokenOff },
} as const satisfies Record<string, Problem>;

/** A request that cannot be answered as asked. `hint`, as in PostgREST's errors, is for the programmer who sent it. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly code: keyof typeof problems;
  readonly hint: string;
  readonly headers: Record<string, string>;

  constructor(code: keyof typeof problems, hint: string, headers: Record<string, string> = {}) {
    super(problems[code].message);
    this.code = code;
    this.hint = hint;
    this.headers = headers;
  }

  get status(): ContentfulStatusCode {
    return problems[this.code].status;
  }
}
