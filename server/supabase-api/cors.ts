import type { MiddlewareHandler } from 'hono';
import type { FaceEnv } from '../middleware/face.ts';
import { HttpError } from '../middleware/http-error.ts';
import { isOwnSite } from '../middleware/is-own-site.ts';
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

const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '86400',
};

export interface CorsOptions {
  /** The address visitors type, if set. */
  siteUrl: string | undefined;
  /** Other origins whose pages may make the calls: a static host that serves the site. */
  allowedOrigins: readonly string[];
}

/**
 * Lets this site's own pages and those of the allowed origins make the two calls. Any other site could enrol its visitors, so
 * its browsers get no CORS headers and their calls join nobody. A call without Origin comes from a program, which no
 * browser's rule would hold: it is let through, under the limits.
 * The headers are on every answer, errors included: without them a browser hides the error from the client.
 * Throws HttpError 'other-origin'.
 */
export function cors({ siteUrl, allowedOrigins }: CorsOptions): MiddlewareHandler<FaceEnv> {
  const named = new Set(allowedOrigins);
  if (siteUrl !== undefined) named.add(new URL(siteUrl).origin);
  return async function cors(c, next) {
    const origin = c.req.header('origin');
    if (!(origin !== undefined && named.has(origin)) && !isOwnSite(c, siteUrl)) {
      throw new HttpError('other-origin', 'Add the origin of this page to ALLOWED_ORIGINS on the server.');
    }
    const headers = c.get('answerHeaders');
    headers.vary = 'Origin';
    if (origin !== undefined) {
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = 'retry-after, x-request-id';
    }
    return c.req.method === 'OPTIONS' ? programAnswer(c, 204, null, preflight) : next();
  };
}
