import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * A response with the headers that middleware has set for its request; a body of null sends none.
 * Not `c.json()` and `c.header()`: they build a `Headers`, which costs a request half as much again (decision 18).
 */
export function jsonResponse(
  c: Context<AppEnv>,
  status: number,
  body: object | null,
  headers: Record<string, string> = {},
): Response {
  const all = { ...c.get('responseHeaders'), 'x-request-id': c.get('requestId'), ...headers };
  if (body === null) return new Response(null, { status, headers: all });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...all },
  });
}
