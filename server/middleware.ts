import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { requestId } from 'hono/request-id';
import { apiHeaders, type HeaderSettings } from './headers.ts';
import { type AppEnv, type Endpoint, HttpError, type Logger, type RequestCounter } from './responses.ts';

/** Sets the security headers of every response that is not a page; later middleware and jsonResponse add to them. */
export function responseHeaders(settings: HeaderSettings) {
  const shared = apiHeaders(settings);
  return createMiddleware<AppEnv>(async function responseHeaders(c, next) {
    c.set('responseHeaders', { ...shared });
    await next();
  });
}

/** Sets `requestId`, for the log. Only our own proxy may set it, because a stranger's would be written into the log. */
export const setRequestId = (isBehindProxy: boolean) =>
  requestId({ headerName: isBehindProxy ? 'x-request-id' : '', limitLength: 64 });

/**
 * Logs and counts each request: joins, email links and bounces at level info, the rest at debug. No line contains a URL, a
 * header or a body, because any of them can contain an email address: that is why it is not hono/logger.
 */
export function requestLog(log: Logger, metrics: RequestCounter | undefined) {
  return createMiddleware<AppEnv>(async function requestLog(c, next) {
    const start = performance.now();
    c.set('endpoint', 'other');
    await next();
    const milliseconds = performance.now() - start;
    const endpoint = c.get('endpoint');
    const outcome = c.get('outcome');
    metrics?.recordRequest(endpoint, c.res.status, milliseconds / 1000);
    const ms = Math.round(milliseconds * 10) / 10;
    const isJoin = ['function', 'rpc', 'form'].includes(endpoint);
    if (isJoin && outcome !== undefined) metrics?.recordJoin(endpoint, outcome);
    const facts = { id: c.get('requestId'), endpoint, status: c.res.status };
    if (outcome !== undefined) log.info({ ...facts, outcome, ms }, 'request');
    else if (isJoin) log.info({ ...facts, ms }, 'request');
    else log.debug({ ...facts, ms }, 'request');
  });
}

/** Reads an address as proxies write it, like waitlist.read_address. Returns '' for what is no address. */
function parseIpAddress(text: string): string {
  const address = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(address) === 0 ? '' : address;
}

/** The visitor's address behind a known number of proxies, or '' when unknown (decision 8). */
export function findClientAddress(peer: string, forwardedFor: string | undefined, proxies: number): string {
  const addedByFirstProxy = proxies > 0 ? forwardedFor?.split(',').at(-proxies) : undefined;
  return parseIpAddress(addedByFirstProxy ?? '') || parseIpAddress(peer);
}

/** Sets `clientAddress`. `countProxies` says how many stand in front of the server. */
export function clientAddress(countProxies: () => number | Promise<number>) {
  return createMiddleware<AppEnv>(async function clientAddress(c, next) {
    const peer = c.env?.peer ?? '';
    const forwardedFor = c.req.header('x-forwarded-for');
    c.set('clientAddress', findClientAddress(peer, forwardedFor, await countProxies()));
    await next();
  });
}

/** Sets the endpoint for logs and metrics. */
export function endpoint(name: Endpoint) {
  return createMiddleware<AppEnv>(async function endpoint(c, next) {
    c.set('endpoint', name);
    await next();
  });
}

/** A handler that refuses every request with the same error. */
export function refuse(...error: ConstructorParameters<typeof HttpError>) {
  return () => {
    throw new HttpError(...error);
  };
}

/** An email address has at most 254 characters (RFC 5321), the source is a word; the rest leaves room for other fields. */
const maxBodyBytes = 8 * 1024;

/**
 * Reads a body as text. A stated length is enough to refuse it; without one the bytes are counted as they come.
 * @param maxSize in bytes; by default what a join can need
 * @throws HttpError 'body-too-large'; 'malformed-body' when the connection broke in the middle
 */
export async function readBody(c: Context, maxSize = maxBodyBytes): Promise<string> {
  function refuseLonger(): never {
    throw new HttpError('body-too-large', `The body is larger than the ${maxSize} bytes that are read here.`);
  }
  const length = c.req.header('content-length');
  if (length !== undefined && Number(length) > maxSize) refuseLonger();
  try {
    if (length === undefined || c.req.header('transfer-encoding') !== undefined)
      await bodyLimit({ maxSize, onError: refuseLonger })(c, async () => {});
    return await c.req.text();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError('malformed-body', 'The body could not be read to its end.');
  }
}

/**
 * Requires the public key as Supabase does: in `apikey`, or as a bearer token. The token is compared, and not parsed as a JWT. Not
 * hono/bearer-auth, which reads one header.
 * @throws HttpError 'invalid-key'
 */
export function apiKey(key: string): MiddlewareHandler<AppEnv> {
  const expected = Buffer.from(key);
  const isValid = (given: string | undefined) => {
    const candidate = Buffer.from(given ?? '');
    return candidate.length === expected.length && timingSafeEqual(candidate, expected);
  };
  return async function apiKey(c, next) {
    const bearer = () => /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (!isValid(c.req.header('apikey')) && !isValid(bearer())) {
      throw new HttpError('invalid-key', 'Send the public key of this site in the header "apikey".');
    }
    return next();
  };
}
