import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { type HeaderSettings, programHeaders } from '../pages/headers.ts';

/** Lays out the security headers of every response that is not a page, for later middleware and jsonResponse to add to. */
export function responseHeaders(settings: HeaderSettings) {
  const shared = programHeaders(settings);
  return createMiddleware<AppEnv>(async function responseHeaders(c, next) {
    c.set('responseHeaders', { ...shared });
    await next();
  });
}
