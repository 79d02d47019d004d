import { Hono } from 'hono';
import type { Join } from '../../waitlist/join.ts';
import type { AppEnv, Endpoint } from '../app-env.ts';
import { HttpError } from '../http-error.ts';
import { jsonResponse } from '../json-response.ts';
import { apiKey } from '../middleware/api-key.ts';
import { type CorsOptions, cors } from '../middleware/cors.ts';
import { endpoint } from '../middleware/endpoint.ts';
import { readEntry } from './read-entry.ts';

export interface SupabaseApiOptions extends CorsOptions {
  join: Join;
  /** The public key to require. */
  key: string;
  /** The endpoint at each path; Supabase's own runtime has other paths than our server. */
  paths: Readonly<Record<string, Endpoint>>;
}

/**
 * The Edge Function and the RPC as supabase-js calls them. The answer is the same whether an address is new, known or has
 * left. A refusal is a 200 with `success: false`, because supabase-js hides the body of any other status from its caller.
 */
export function createSupabaseApi({ join, key, paths, ...origins }: SupabaseApiOptions): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  for (const [path, name] of Object.entries(paths)) {
    api.use(path, endpoint(name), cors(origins));
    api.post(path, apiKey(key), async (c) => {
      const result = await join({ ...(await readEntry(c)), client: c.get('clientAddress') });
      c.set('outcome', result.success ? 'joined' : result.refusal);
      return jsonResponse(c, 200, result.success ? result : { success: false, error: result.error });
    });
    api.all(path, () => {
      throw new HttpError('method-not-allowed', 'Joining is a POST.', { allow: 'POST, OPTIONS' });
    });
  }
  return api;
}
