import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import type { FaceEnv } from './face.ts';

/** Proxies write `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1` or `[2001:db8::1]:5678`. */
function bareAddress(text: string): string {
  const trimmed = text.trim();
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1];
  const address = (bracketed ?? withPort ?? trimmed).replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const bare = mapped ?? address;
  return isIP(bare) === 0 ? '' : bare;
}

/**
 * Finds the visitor's address behind a known number of proxies. Each proxy appends the address it was called from, so
 * only the entries counted from the right are facts; everything further left the visitor may have written.
 * Takes the peer's address, the X-Forwarded-For header and the number of proxies; returns the address, or '' when unknown.
 * A header with fewer entries than proxies has not come through all of them: then the peer itself is the visitor.
 */
export function findClientAddress(peer: string, forwardedFor: string | undefined, proxies: number): string {
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',');
  const counted = proxies > 0 ? hops.at(-proxies) : undefined;
  return bareAddress(counted ?? '') || bareAddress(peer);
}

/** Puts the visitor's address where the handlers find it. Takes the number of proxies in front of the server. */
export function clientAddress(proxies: number) {
  return createMiddleware<FaceEnv>(async function clientAddress(c, next) {
    c.set('client', findClientAddress(c.env?.peer ?? '', c.req.header('x-forwarded-for'), proxies));
    await next();
  });
}
