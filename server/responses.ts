import type { Context } from 'hono';
import { DatabaseUnavailable } from '../database/database.ts';

/** Which part of the server answered: the label in logs and metrics, instead of a URL, which could contain an email address. */
export type Endpoint = 'function' | 'rpc' | 'form' | 'link' | 'site' | 'health' | 'other';

/** Hono's `Env` of every app and middleware here. */
export interface AppEnv {
  Bindings: {
    /** The remote address of the connection, as the runtime reports it: Node, Deno, a test. */
    peer?: string | undefined;
  };
  Variables: {
    requestId: string;
    /** Sent with every response to this request. */
    responseHeaders: Record<string, string>;
    /** The visitor's address, which the limits count; '' when unknown. */
    clientAddress: string;
    endpoint: Endpoint;
    /** The outcome of a join, a form or an email link. */
    outcome: string;
  };
}

/** The methods that the server needs of a log: pino on Node, the console on Deno. Never pass it an email or client address. */
export type Logger = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, message: string) => void>;

const outdatedPage = 'This page is out of date. Load it again, then try once more.';
const brokenOff = 'What you sent did not arrive whole. Please try again.';

/** What can be wrong with a request, by its `code`. The message is for the visitor (docs/specification.md#messages). */
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
} as const;

/** A request that cannot be answered as asked. `hint`, as in PostgREST's errors, is for the programmer who sent it. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, string>;

  constructor(code: keyof typeof problems, hint: string, headers: Record<string, string> = {}) {
    const { status, message } = problems[code];
    super(message);
    this.status = status;
    this.body = { code, message, hint };
    this.headers = headers;
  }
}

/**
 * A response with the headers that middleware has set for its request; a body of null sends none.
 * Not `c.json()` and `c.header()`: they build a `Headers`, which costs a request half as much again (decision 7).
 */
export function jsonResponse(
  c: Context<AppEnv>,
  status: number,
  body: object | null,
  headers: Record<string, string> = {},
): Response {
  const own = { ...c.get('responseHeaders'), 'x-request-id': c.get('requestId'), ...headers };
  const all = body === null ? own : { 'content-type': 'application/json', ...own };
  return new Response(body && JSON.stringify(body), { status, headers: all });
}

/** Logs a failure that is not the request's fault: never the message, because PostgreSQL's quote values, such as addresses. */
export function logError(log: Logger, error: Error, requestId: string): void {
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  // The message comes before the frames, and a line of it may look like a frame.
  const [, frames = ''] = (error.stack ?? '').split(error.message || '\n', 2);
  const at = frames
    .split('\n')
    .slice(1, 7)
    .map((line) => line.trim());
  const facts = { name: error.name, ...code, at };
  const isDatabase = error instanceof DatabaseUnavailable;
  log.error({ id: requestId, error: facts }, isDatabase ? 'the database cannot answer' : 'a request failed');
}

/** Hono's error handler: JSON as supabase-js reads it, without a word of an error that was not written to be sent. */
export function errorHandler(log: Logger) {
  return function errorHandler(error: Error, c: Context<AppEnv>): Response {
    if (error instanceof HttpError) return jsonResponse(c, error.status, error.body, error.headers);
    logError(log, error, c.get('requestId'));
    if (error instanceof DatabaseUnavailable) {
      const message = 'The list cannot be reached at the moment. Please try again shortly.';
      return jsonResponse(c, 503, { code: 'unavailable', message }, { 'retry-after': '5' });
    }
    const message = 'Something went wrong on our side. Please try again.';
    return jsonResponse(c, 500, { code: 'failed', message });
  };
}
