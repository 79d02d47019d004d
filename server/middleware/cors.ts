import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { HttpError } from '../http-error.ts';
import { jsonResponse } from '../json-response.ts';
import { isSameOrigin } from '../same-origin.ts';

/** What supabase-js 2.119 sends; `rpc` fails in a browser if content-profile is not allowed. */
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

const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '86400',
};

export interface CorsOptions {
  /** The URL that visitors type, if set. */
  siteUrl: string | undefined;
  /** Other origins whose pages may join: a static host that serves the site. */
  allowedOrigins: readonly string[];
}

/**
 * Lets this site's own pages and those of the allowed origins join. Any other site could enrol its visitors, so its requests
 * are refused and get no CORS headers. A request without Origin comes from a program, which CORS does not bind: it is let
 * through, under the limits.
 * Errors carry the headers too: without them a browser hides the error from the client.
 * @throws HttpError 'forbidden-origin'
 */
export function cors({ siteUrl, allowedOrigins }: CorsOptions): MiddlewareHandler<AppEnv> {
  const allowed = new Set(allowedOrigins);
  if (siteUrl !== undefined) allowed.add(new URL(siteUrl).origin);
  return async function cors(c, next) {
    const origin = c.req.header('origin');
    if (!(origin !== undefined && allowed.has(origin)) && !isSameOrigin(c, siteUrl)) {
      throw new HttpError(
        'forbidden-origin',
        'Add the origin of this page to ALLOWED_ORIGINS on the server.',
      );
    }
    const headers = c.get('responseHeaders');
    headers.vary = 'Origin';
    if (origin !== undefined) {
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = 'retry-after, x-request-id';
    }
    return c.req.method === 'OPTIONS' ? jsonResponse(c, 204, null, preflight) : next();
  };
}
