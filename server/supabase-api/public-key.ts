import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { FaceEnv } from '../middleware/face.ts';
import { HttpError } from '../middleware/http-error.ts';

/**
 * Asks for the public key, as Supabase does: in `apikey`, or as a bearer token where only that is sent. It is compared
 * as a whole, never read as a JWT: `sb_publishable_` keys are none.
 * Takes the key that opens the door. Throws HttpError 'no-key'.
 */
export function publicKey(key: string): MiddlewareHandler<FaceEnv> {
  const expected = Buffer.from(key);
  const opens = (given: string | undefined) => {
    const candidate = Buffer.from(given ?? '');
    return candidate.length === expected.length && timingSafeEqual(candidate, expected);
  };
  return async function publicKey(c, next) {
    const bearer = () => /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (!opens(c.req.header('apikey')) && !opens(bearer())) {
      throw new HttpError('no-key', 'Send the public key of this site in the header "apikey".');
    }
    return next();
  };
}
