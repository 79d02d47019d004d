import type { Context } from 'hono';
import { DatabaseUnavailable } from '../../database/database-unavailable.ts';
import type { FaceEnv, Log } from './face.ts';
import { HttpError } from './http-error.ts';
import { programAnswer } from './program-answer.ts';

/** Seconds after which a client may ask again when the database is away. */
const retryAfter = '5';

/** Where an error came from, without its message: a database writes the values it stumbled over into messages. */
function traceOf(error: Error) {
  // What stands before the frames is the message, and a line of it may look like one.
  const { stack = '', message } = error;
  const start = stack.indexOf(message);
  const trace = start < 0 ? '' : stack.slice(start + message.length);
  const frames = trace.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    at: frames.slice(0, 6).map((line) => line.trim()),
  };
}

/** Tells the operator of a failure that is not the request's fault. Takes the request's id to be found by. */
export function reportFailure(log: Log, error: Error, id: string): void {
  const unreachable = error instanceof DatabaseUnavailable;
  log.error({ id, error: traceOf(error) }, unreachable ? 'the database cannot answer' : 'a request failed');
}

/**
 * The one place where what was thrown becomes an answer: JSON in the shape both calls of supabase-js read,
 * and never a word of the error itself unless it was written to be sent.
 */
export function answerErrors(log: Log) {
  return function answerErrors(error: Error, c: Context<FaceEnv>): Response {
    if (error instanceof HttpError) {
      const { code, message, hint } = error;
      return programAnswer(c, error.status, { code, message, hint }, error.headers);
    }
    reportFailure(log, error, c.get('requestId'));
    if (error instanceof DatabaseUnavailable) {
      const message = 'The list cannot be reached at the moment. Please try again shortly.';
      return programAnswer(c, 503, { code: 'unavailable', message }, { 'retry-after': retryAfter });
    }
    const message = 'Something went wrong on our side. Please try again.';
    return programAnswer(c, 500, { code: 'failed', message });
  };
}
