import { createMiddleware } from 'hono/factory';
import type { AppEnv, Endpoint } from '../app-env.ts';

/** Says for logs and metrics which endpoint answers. */
export function endpoint(name: Endpoint) {
  return createMiddleware<AppEnv>(async function endpoint(c, next) {
    c.set('endpoint', name);
    await next();
  });
}
