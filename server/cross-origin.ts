import { isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import { type AppEnv, HttpError, jsonResponse } from './responses.ts';

/** Host names that DNS rebinding cannot use: localhost and IP addresses. */
const isSafeFromRebinding = (hostname: string) =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/**
 * Whether a request comes from this site's own pages, and not from another site in a visitor's name (CSRF). Browsers say so in
 * Sec-Fetch-Site or Origin; a program that sends neither is no browser. An Origin that equals the Host counts as ours. If `siteUrl` is
 * set, it does so only for a host that DNS rebinding cannot use. Not hono/csrf, which lets every request with another content type
 * pass.
 */
export function isSameOrigin(c: Context, siteUrl: string | undefined): boolean {
  const fetchSite = c.req.header('sec-fetch-site');
  // 'none': the visitor sent the form again themselves, from the address bar or a restored tab.
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const header = c.req.header('origin');
  if (header === undefined) return true;
  const origin = URL.parse(header);
  // 'null', which a browser sends to hide the origin, has no host.
  if (!origin?.host) return false;
  if (siteUrl !== undefined && origin.origin === new URL(siteUrl).origin) return true;
  const isHost = origin.host === c.req.header('host')?.toLowerCase();
  return isHost && (siteUrl === undefined || isSafeFromRebinding(origin.hostname));
}

/**
 * Parses ALLOWED_ORIGINS: `https://one.example, https://two.example`.
 * @returns origins as a browser sends them (RFC 6454, 6.2); undefined if an item is no origin, such as a URL with a path
 */
export function parseOrigins(text: string): string[] | undefined {
  const origins = [];
  for (const item of text.split(',').map((each) => each.trim())) {
    if (item === '') continue;
    const url = URL.parse(item);
    const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (!isOrigin) return undefined;
    origins.push(url.origin);
  }
  return origins;
}

/** What supabase-js 2.119 sends; `rpc` fails in a browser if content-profile is not allowed. */
const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, content-profile, accept-profile, x-retry-count, prefer',
  'access-control-max-age': '86400',
};

export interface CorsOptions {
  siteUrl: string | undefined;
  /** Other origins whose pages may join: a static host that serves the site. */
  allowedOrigins: readonly string[];
}

/**
 * Lets the pages of this site and of the allowed origins join, and programs, which send no Origin. Without it any other site could
 * enrol its visitors. Errors carry the headers too, because a browser hides an error without them from the client.
 * @throws HttpError 'forbidden-origin'
 */
export function cors({ siteUrl, allowedOrigins }: CorsOptions): MiddlewareHandler<AppEnv> {
  const allowed = new Set(allowedOrigins);
  if (siteUrl !== undefined) allowed.add(new URL(siteUrl).origin);
  return async function cors(c, next) {
    const origin = c.req.header('origin');
    const isAllowed = origin !== undefined && allowed.has(origin);
    if (!isAllowed && !isSameOrigin(c, siteUrl)) {
      throw new HttpError(
        'forbidden-origin',
        'Add the origin of this page to ALLOWED_ORIGINS on the server.',
      );
    }
    const headers = c.get('responseHeaders');
    headers.vary = 'Origin';
    if (origin !== undefined) {
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = 'retry-after, waitlist-emails, x-request-id';
    }
    return c.req.method === 'OPTIONS' ? jsonResponse(c, 204, null, preflight) : next();
  };
}
