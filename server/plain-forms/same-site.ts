import type { MiddlewareHandler } from 'hono';
import type { FaceEnv } from '../middleware/face.ts';
import { FaceError } from '../middleware/face-error.ts';

/**
 * Refuses a form that another site sends in a visitor's name.
 * Browsers say where a form came from in Sec-Fetch-Site (https and localhost) or in Origin (everywhere); a client that
 * sends neither is no browser, and could write anything it likes.
 * Takes the address visitors type, if set; without it the Host they asked for counts. Throws FaceError 'cross-site'.
 */
export function sameSite(siteUrl: string | undefined): MiddlewareHandler<FaceEnv> {
  const siteHost = siteUrl === undefined ? undefined : new URL(siteUrl).host;
  return async function sameSite(c, next) {
    const fetchSite = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const originHost = origin === undefined ? undefined : URL.parse(origin)?.host;
    const ownHosts = [siteHost, c.req.header('host')?.toLowerCase()].filter((host) => host !== undefined);
    // 'none': the visitor sent the form again themselves, from the address bar or a restored tab.
    const own =
      fetchSite === undefined
        ? origin === undefined || (originHost !== undefined && ownHosts.includes(originHost))
        : fetchSite === 'same-origin' || fetchSite === 'none';
    if (!own) throw new FaceError('cross-site', 'This form can only be sent from the site it belongs to.');
    return next();
  };
}
