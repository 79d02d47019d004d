import { isIP } from 'node:net';
import type { Context } from 'hono';

/** Names that no stranger's domain can be made to point from, as a DNS rebinding attack would: localhost and bare addresses. */
const isFixedName = (hostname: string) =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/**
 * Whether a request was sent from this site's own pages, and not by another site in a visitor's name.
 * Browsers say where it came from in Sec-Fetch-Site (https and localhost) or in Origin (everywhere); a client that
 * sends neither is no browser, and could write anything it likes.
 * Takes the request and the address visitors type, if set. The Host that was asked for counts as well where it is no name
 * or where no address is set.
 */
export function isOwnSite(c: Context, siteUrl: string | undefined): boolean {
  const fetchSite = c.req.header('sec-fetch-site');
  // 'none': the visitor sent the form again themselves, from the address bar or a restored tab.
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  // 'null', which a browser sends when it will not say, has no host.
  if (!from?.host) return false;
  if (siteUrl !== undefined && from.origin === new URL(siteUrl).origin) return true;
  const isAskedHost = from.host === c.req.header('host')?.toLowerCase();
  return isAskedHost && (siteUrl === undefined || isFixedName(from.hostname));
}
