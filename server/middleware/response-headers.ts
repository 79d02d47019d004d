import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { apiHeaders, type HeaderSettings } from '../pages/headers.ts';

/** Sets the security headers of every response that is not a page; later middleware and jsonResponse add to them. */
export function responseHeaders(settings: HeaderSettings) {
  const shared = apiHeaders(settings);
  return createMiddleware<AppEnv>(async function responseHeaders(c, next) {
    c.set('responseHeaders', { ...shared });
    await next();
  });
}
