import { isIP } from 'node:net';
import type { Context } from 'hono';

/** Names that DNS rebinding cannot point here from another page: localhost and bare addresses. */
const isSafeFromRebinding = (hostname: string) =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/**
 * Whether a request comes from this site's own pages, and not from another site in a visitor's name (CSRF).
 * Browsers say so in Sec-Fetch-Site (https and localhost) or in Origin (everywhere); a client that sends neither is no
 * browser, and could write anything. Without `siteUrl` the Host that was asked for counts, and with it only where Host
 * is safe from DNS rebinding. Not hono/csrf: that lets every request with another content type pass.
 */
export function isSameOrigin(c: Context, siteUrl: string | undefined): boolean {
  const fetchSite = c.req.header('sec-fetch-site');
  // 'none': the visitor sent the form again themselves, from the address bar or a restored tab.
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const header = c.req.header('origin');
  if (header === undefined) return true;
  const origin = URL.parse(header);
  // 'null', which a browser sends when it will not say, has no host.
  if (!origin?.host) return false;
  if (siteUrl !== undefined && origin.origin === new URL(siteUrl).origin) return true;
  const isHost = origin.host === c.req.header('host')?.toLowerCase();
  return isHost && (siteUrl === undefined || isSafeFromRebinding(origin.hostname));
}
