import { createMiddleware } from 'hono/factory';
import type { AppEnv, Endpoint } from '../app-env.ts';

/** Sets the endpoint for logs and metrics. */
export function endpoint(name: Endpoint) {
  return createMiddleware<AppEnv>(async function endpoint(c, next) {
    c.set('endpoint', name);
    await next();
  });
}
