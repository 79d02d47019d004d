import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { HttpError } from '../http-error.ts';

/**
 * Requires the public key as Supabase does: in `apikey`, or as a bearer token where only that is sent. It is compared as a
 * whole, never parsed as a JWT: `sb_publishable_` keys are not JWTs. Not hono/bearer-auth, which reads one header.
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
