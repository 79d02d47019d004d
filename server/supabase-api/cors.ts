import type { MiddlewareHandler } from 'hono';
import type { FaceEnv } from '../middleware/face.ts';
import { programAnswer } from '../middleware/program-answer.ts';

/** What supabase-js 2.119 sends with the two calls; `rpc` fails in a browser if content-profile is not allowed. */
const allowedHeaders = [
  'authorization',
  'x-client-info',
  'apikey',
  'content-type',
  'content-profile',
  'accept-profile',
  'x-retry-count',
  'prefer',
].join(', ');

const shared = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, x-request-id',
};

const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '86400',
};

/**
 * Lets pages of any origin make the two calls, as Supabase does: a static host may serve the site. No cookie is read,
 * so no visitor can be made to do by another site what their own browser could not do anyway.
 * The headers are on every answer, errors included: without them a browser hides the error from the client.
 */
export function cors(): MiddlewareHandler<FaceEnv> {
  return async function cors(c, next) {
    Object.assign(c.get('answerHeaders'), shared);
    return c.req.method === 'OPTIONS' ? programAnswer(c, 204, null, preflight) : next();
  };
}
