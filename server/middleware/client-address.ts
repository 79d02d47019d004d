import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

/** Proxies write `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1` or `[2001:db8::1]:5678`. */
function parseIpAddress(text: string): string {
  const trimmed = text.trim();
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1];
  const address = (bracketed ?? withPort ?? trimmed).replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const bare = mapped ?? address;
  return isIP(bare) === 0 ? '' : bare;
}

/**
 * The visitor's address behind a known number of proxies, or '' when unknown. Each proxy appends the address that called it
 * to X-Forwarded-For, so only entries counted from the right can be trusted: the visitor may have written those further left.
 * A header with fewer entries than there are proxies has not come through all of them: then the peer itself is the visitor.
 */
export function findClientAddress(peer: string, forwardedFor: string | undefined, proxies: number): string {
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',');
  const counted = proxies > 0 ? hops.at(-proxies) : undefined;
  return parseIpAddress(counted ?? '') || parseIpAddress(peer);
}

/** Sets `clientAddress`. `proxies` is how many stand in front of the server. */
export function clientAddress(proxies: number) {
  return createMiddleware<AppEnv>(async function clientAddress(c, next) {
    const peer = c.env?.peer ?? '';
    c.set('clientAddress', findClientAddress(peer, c.req.header('x-forwarded-for'), proxies));
    await next();
  });
}
