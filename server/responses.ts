import type { Context } from 'hono';
import { DatabaseUnavailable } from '../database/database.ts';
import type { HeaderFields } from './headers.ts';

/** The part of the server that answered. Logs and metrics name it instead of the URL, which could contain an email address. */
export type Endpoint = 'function' | 'rpc' | 'form' | 'link' | 'hook' | 'site' | 'health' | 'other';

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
    /** The outcome of a join, a form, an email link or a web hook. */
    outcome: string;
  };
}

/** The methods that the server needs of a log: pino on Node, the console on Deno. Never pass it an email or client address. */
export type Logger = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, message: string) => void>;

/** What is counted of requests: labelled by endpoint, never by path or address. */
export interface RequestCounter {
  recordRequest(endpoint: Endpoint, status: number, seconds: number): void;
  recordJoin(endpoint: Endpoint, outcome: string): void;
}

const outdatedPage = 'This page is out of date. Load it again, then try once more.';
const brokenOff = 'What you sent did not arrive whole. Please try again.';

/** For each `code` of a wrong request: the status, and the message for the visitor (docs/specification.md#messages). */
const errors = {
  'invalid-key': [401, outdatedPage],
  'invalid-proof': [401, 'This call has no valid proof of who sent it.'],
  'foreign-account': [403, 'This call is about another account.'],
  'forbidden-origin': [403, 'You can only join on our own site. Open it, then try again there.'],
  'not-found': [404, outdatedPage],
  'method-not-allowed': [405, outdatedPage],
  'body-too-large': [413, 'That is far longer than an email address can be. Check it and try again.'],
  'unsupported-media-type': [415, brokenOff],
  'malformed-body': [400, brokenOff],
} as const;

/** A request that cannot be answered as asked. `hint`, as in PostgREST's errors, is for the programmer who sent it. */
export class HttpError extends Error {
  override name = 'HttpError';
  /** For jsonResponse. */
  readonly answer: [status: number, body: object, headers: HeaderFields];

  constructor(code: keyof typeof errors, hint: string, headers: HeaderFields = {}) {
    const [status, message] = errors[code];
    super(message);
    this.answer = [status, { code, message, hint }, headers];
  }
}

/**
 * A response with the headers that middleware has set for its request; a body of null sends none.
 * Not `c.json()` and `c.header()`: they build the platform's `Headers`, which costs a request half as much again (decision 7).
 */
export function jsonResponse(
  c: Context<AppEnv>,
  status: number,
  body: object | null,
  headers: HeaderFields = {},
) {
  const own = { ...c.get('responseHeaders'), 'x-request-id': c.get('requestId'), ...headers };
  const all = body === null ? own : { 'content-type': 'application/json', ...own };
  return new Response(body && JSON.stringify(body), { status, headers: all });
}

/** Logs a failure that is not the request's fault. It leaves out the message: PostgreSQL's quote values, such as addresses. */
export function logError(log: Logger, error: Error, requestId: string): void {
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  // The message comes before the frames, and a line of it may look like a frame.
  const { stack = '', message } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length);
  const at = frames.split(/\s*\n\s*/).slice(1, 7);
  const what = error instanceof DatabaseUnavailable ? 'the database cannot answer' : 'a request failed';
  log.error({ id: requestId, error: { name: error.name, ...code, at } }, what);
}

/** Hono's error handler: JSON as supabase-js reads it, without a word of an error that was not written to be sent. */
export function errorHandler(log: Logger) {
  return function errorHandler(error: Error, c: Context<AppEnv>): Response {
    if (error instanceof HttpError) return jsonResponse(c, ...error.answer);
    logError(log, error, c.get('requestId'));
    if (error instanceof DatabaseUnavailable) {
      const message = 'The list cannot be reached at the moment. Please try again shortly.';
      return jsonResponse(c, 503, { code: 'unavailable', message }, { 'retry-after': '5' });
    }
    const message = 'Something went wrong on our side. Please try again.';
    return jsonResponse(c, 500, { code: 'failed', message });
  };
}

/** Leads to another address with a GET (303). */
export const redirect = (c: Context<AppEnv>, location: string) =>
  jsonResponse(c, 303, null, { location, 'content-length': '0' });
