import type { Context } from 'hono';

/**
 * Whether a form was sent from this site, and not by another site in a visitor's name.
 * Browsers say where a form came from in Sec-Fetch-Site (https and localhost) or in Origin (everywhere); a client that
 * sends neither is no browser, and could write anything it likes.
 * Takes the request and the host visitors type, if set; without it the Host they asked for counts.
 */
export function isOwnForm(c: Context, siteHost: string | undefined): boolean {
  const fetchSite = c.req.header('sec-fetch-site');
  // 'none': the visitor sent the form again themselves, from the address bar or a restored tab.
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  const originHost = URL.parse(origin)?.host;
  // 'null', which a browser sends when it will not say, has no host.
  return !!originHost && [siteHost, c.req.header('host')?.toLowerCase()].includes(originHost);
}
