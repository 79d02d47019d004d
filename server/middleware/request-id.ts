import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

const plain = /^[\w-]{8,64}$/;

/**
 * Names each request, for the answer's header and the log line to be found by each other.
 * Takes whether a proxy of ours is in front: only its name for the request is taken over, a stranger's would let them write into the log.
 */
export function requestId(behindProxy: boolean) {
  return createMiddleware<AppEnv>(async function requestId(c, next) {
    const given = behindProxy ? c.req.header('x-request-id') : undefined;
    const id = given !== undefined && plain.test(given) ? given : randomUUID();
    c.set('requestId', id);
    c.get('responseHeaders')['x-request-id'] = id;
    await next();
  });
}
