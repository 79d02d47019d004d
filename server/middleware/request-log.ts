import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';

/**
 * Logs and counts each request that the app answers: joins and email links at level info, health checks and missing pages at
 * debug. No line contains a URL, a header or a body, because any of them can contain an email address; that is why it is not
 * hono/logger.
 */
export function requestLog(log: Logger, metrics: Metrics | undefined) {
  return createMiddleware<AppEnv>(async function requestLog(c, next) {
    const start = performance.now();
    c.set('endpoint', 'other');
    await next();
    const milliseconds = performance.now() - start;
    const endpoint = c.get('endpoint');
    const outcome = c.get('outcome');
    metrics?.recordRequest(endpoint, c.res.status, milliseconds / 1000);
    if (outcome !== undefined && endpoint !== 'link') metrics?.recordJoin(endpoint, outcome);
    const facts = {
      id: c.get('requestId'),
      endpoint,
      status: c.res.status,
      ...(outcome === undefined ? {} : { outcome }),
      ms: Math.round(milliseconds * 10) / 10,
    };
    if (outcome !== undefined || endpoint === 'function' || endpoint === 'rpc' || endpoint === 'form')
      log.info(facts, 'request');
    else log.debug(facts, 'request');
  });
}
