import { createMiddleware } from 'hono/factory';
import type { Counters } from './counters.ts';
import type { FaceEnv, Log } from './face.ts';

/**
 * Writes one line for each call and form, and counts every answer. No line holds a URL, a header or a body: an address
 * can stand in any of them. Pages and health checks are told apart from joins only at level debug.
 */
export function requestLog(log: Log, counters: Counters | undefined) {
  return createMiddleware<FaceEnv>(async function requestLog(c, next) {
    const start = performance.now();
    c.set('face', 'other');
    await next();
    const milliseconds = performance.now() - start;
    const face = c.get('face');
    const outcome = c.get('outcome');
    counters?.answered(face, c.res.status, milliseconds / 1000);
    if (outcome !== undefined) counters?.joined(face, outcome);
    const facts = {
      id: c.get('requestId'),
      face,
      status: c.res.status,
      ...(outcome === undefined ? {} : { outcome }),
      ms: Math.round(milliseconds * 10) / 10,
    };
    if (face === 'function' || face === 'procedure' || face === 'form') log.info(facts, 'answered');
    else log.debug(facts, 'answered');
  });
}
