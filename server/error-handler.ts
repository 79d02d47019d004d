import type { Context } from 'hono';
import { DatabaseUnavailable } from '../database/database.ts';
import type { AppEnv } from './app-env.ts';
import { HttpError } from './http-error.ts';
import { jsonResponse } from './json-response.ts';
import type { Logger } from './logger.ts';

/** Seconds (RFC 9110, 10.2.3). */
const retryAfter = '5';

/** The frames of an error's stack, without its message: PostgreSQL's messages quote values, which may be addresses. */
function stackWithoutMessage({ stack = '', message }: Error): string[] {
  // The message comes before the frames, and a line of it may look like a frame.
  const start = stack.indexOf(message);
  const frames = start < 0 ? '' : stack.slice(start + message.length);
  return frames
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim());
}

/** Logs a failure that is not the request's fault: the error's name, code and stack, never its message. */
export function logError(log: Logger, error: Error, requestId: string): void {
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const facts = { name: error.name, ...code, at: stackWithoutMessage(error) };
  const isDatabase = error instanceof DatabaseUnavailable;
  log.error({ id: requestId, error: facts }, isDatabase ? 'the database cannot answer' : 'a request failed');
}

/**
 * Hono's error handler: JSON in the shape that supabase-js reads from both endpoints, and never a word of the error itself
 * unless it was written to be sent.
 */
export function errorHandler(log: Logger) {
  return function errorHandler(error: Error, c: Context<AppEnv>): Response {
    if (error instanceof HttpError) {
      const { code, message, hint } = error;
      return jsonResponse(c, error.status, { code, message, hint }, error.headers);
    }
    logError(log, error, c.get('requestId'));
    if (error instanceof DatabaseUnavailable) {
      const message = 'The list cannot be reached at the moment. Please try again shortly.';
      return jsonResponse(c, 503, { code: 'unavailable', message }, { 'retry-after': retryAfter });
    }
    const message = 'Something went wrong on our side. Please try again.';
    return jsonResponse(c, 500, { code: 'failed', message });
  };
}
