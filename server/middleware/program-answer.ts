import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type HeaderSettings, programHeaders } from '../site/headers.ts';
import type { FaceEnv } from './face.ts';

/**
 * Lays out the headers that every answer to a program carries, for the middlewares and programAnswer to add to.
 * A plain object, because Hono's own c.header() builds a Headers for it, which more than doubles the price of a join.
 */
export function answerHeaders(settings: HeaderSettings) {
  const shared = programHeaders(settings);
  return createMiddleware<FaceEnv>(async function answerHeaders(c, next) {
    c.set('answerHeaders', { ...shared });
    await next();
  });
}

/**
 * Makes an answer with the headers laid out for its request.
 * Takes the status, the body (sent as JSON; null for none) and headers of this answer alone.
 */
export function programAnswer(
  c: Context<FaceEnv>,
  status: number,
  body: object | null,
  headers: Record<string, string> = {},
): Response {
  const all = { ...c.get('answerHeaders'), ...headers };
  if (body === null) return new Response(null, { status, headers: all });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...all },
  });
}
