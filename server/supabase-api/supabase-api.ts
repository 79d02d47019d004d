import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import type { Join } from '../../waitlist/join.ts';
import type { Face, FaceEnv } from '../middleware/face.ts';
import { HttpError } from '../middleware/http-error.ts';
import { programAnswer } from '../middleware/program-answer.ts';
import { type CorsOptions, cors } from './cors.ts';
import { publicKey } from './public-key.ts';
import { readEntry } from './read-entry.ts';

export interface SupabaseApiOptions extends CorsOptions {
  join: Join;
  /** The public key that is asked for. */
  key: string;
  /** Where each call is answered: the paths differ between our server and Supabase's own runtime. */
  paths: Readonly<Record<string, Face>>;
}

function named(face: Face): MiddlewareHandler<FaceEnv> {
  return async function named(c, next) {
    c.set('face', face);
    return next();
  };
}

/**
 * The two calls as supabase-js speaks them: the same answer whether an address is new, known or has left.
 * A refusal is a 200 with `success: false`, because supabase-js keeps the body of anything else from the caller.
 */
export function createSupabaseApi({ join, key, paths, ...origins }: SupabaseApiOptions): Hono<FaceEnv> {
  const api = new Hono<FaceEnv>();
  for (const [path, face] of Object.entries(paths)) {
    api.use(path, named(face), cors(origins));
    api.post(path, publicKey(key), async (c) => {
      const answer = await join({ ...(await readEntry(c)), client: c.get('client') });
      c.set('outcome', answer.success ? 'joined' : answer.refusal);
      return programAnswer(c, 200, answer.success ? answer : { success: false, error: answer.error });
    });
    api.all(path, () => {
      throw new HttpError('wrong-method', 'This call is made with POST.', { allow: 'POST, OPTIONS' });
    });
  }
  return api;
}
