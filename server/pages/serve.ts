import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Handler } from 'hono';
import type { RequestCounter } from '../middleware.ts';
import type { AppEnv } from '../responses.ts';
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

/** Node sends a flat list of names and values faster than an object, and the same few objects come again and again. */
const flatLists = new WeakMap<object, string[]>();

function flat(headers: Record<string, string>): string[] {
  const known = flatLists.get(headers);
  if (known) return known;
  const list = Object.entries(headers).flat();
  flatLists.set(headers, list);
  return list;
}

/**
 * Answers requests for built pages and files without the app: they need none of its middleware, and take half the processor
 * time. The answers are those of serveSite.
 * The returned listener returns false when it has not answered: then the app must.
 */
export function fastPath(site: Site, metrics: RequestCounter | undefined) {
  return function answerQuickly(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const queryStart = url.indexOf('?');
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    if (!site.has(path)) return false;
    const start = metrics && performance.now();
    // Node joins repeated lines of these headers or keeps the first, so each is one string.
    const asked = request.headers as Record<string, string | undefined>;
    const { status, headers, body } = site.answer({
      path,
      acceptEncoding: asked['accept-encoding'],
      ifNoneMatch: asked['if-none-match'],
      range: method === 'GET' ? asked.range : undefined,
      ifRange: asked['if-range'],
    });
    response.writeHead(status, flat(headers)).end(body ?? undefined);
    if (start !== undefined) metrics?.recordRequest('site', status, (performance.now() - start) / 1000);
    return true;
  };
}
