import type { Handler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { Site } from './site.ts';

/** Answers GET and HEAD from the built pages. */
export function serveSite(site: Site): Handler<AppEnv> {
  return function serveSite(c) {
    c.set('endpoint', 'site');
    const { pathname, search } = new URL(c.req.url);
    const { status, headers, body } = site.answer({
      path: pathname,
      search,
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: c.req.header('if-none-match'),
      range: c.req.method === 'GET' ? c.req.header('range') : undefined,
      ifRange: c.req.header('if-range'),
    });
    return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers });
  };
}
