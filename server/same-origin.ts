import { isIP } from 'node:net';
import type { Context } from 'hono';

/** Host names that DNS rebinding cannot use: localhost and IP addresses. */
const isSafeFromRebinding = (hostname: string) =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/**
 * Whether a request comes from this site's own pages, and not from another site in a visitor's name (CSRF).
 * Browsers say so in Sec-Fetch-Site (https and localhost) or in Origin (everywhere); a client that sends neither is not a
 * browser, and could write anything. An Origin that equals the Host counts as ours; where `siteUrl` is set, only if that Host
 * is safe from DNS rebinding. Not hono/csrf, which lets every request with another content type pass.
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
