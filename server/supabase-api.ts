import { type Context, Hono } from 'hono';
import type { Join } from '../waitlist/join.ts';
import { apiKey, type CorsOptions, cors } from './cross-origin.ts';
import { endpoint, readBody, refuse } from './middleware.ts';
import type { Headers } from './pages/headers.ts';
import { type AppEnv, type Endpoint, HttpError, jsonResponse } from './responses.ts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError('malformed-body', 'The body is not JSON.');
  }
}

/**
 * Reads `user_email` and `entry_source` from a JSON body. Other fields are ignored, so that a newer client can talk to an
 * older server. The database validates the values.
 * @throws HttpError 'unsupported-media-type', 'malformed-body', 'body-too-large'
 */
async function readEntry(c: Context): Promise<{ email: string; source: string }> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError('unsupported-media-type', 'Send the entry as application/json.');
  }
  const { user_email: email, entry_source: source } = Object(parseJson(await readBody(c)));
  if (typeof email !== 'string' || typeof source !== 'string') {
    throw new HttpError('malformed-body', 'The entry needs user_email and entry_source, both strings.');
  }
  return { email, source };
}

export interface SupabaseApiOptions extends CorsOptions {
  join: Join;
  key: string;
  /** Whether an email will ask whoever joins. Where none can, a header of the answer says so. */
  sendsEmails: boolean;
  /** The endpoint at each path; Supabase's own runtime has other paths than our server. */
  paths: Readonly<Record<string, Endpoint>>;
}

/**
 * The Edge Function and the RPC as supabase-js calls them. The answer is the same whether an address is new, known or has
 * left. A refusal is a 200 with `success: false`, because supabase-js hides the body of any other status from its caller.
 */
export function createSupabaseApi({
  join,
  key,
  sendsEmails,
  paths,
  ...origins
}: SupabaseApiOptions): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const ofSuccess: Headers = sendsEmails ? {} : { 'waitlist-emails': 'none' };
  for (const [path, name] of Object.entries(paths)) {
    api.use(path, endpoint(name), cors(origins));
    api.post(path, apiKey(key), async (c) => {
      const result = await join({ ...(await readEntry(c)), client: c.get('clientAddress') });
      c.set('outcome', result.success ? 'joined' : result.refusal);
      if (result.success) return jsonResponse(c, 200, result, ofSuccess);
      return jsonResponse(c, 200, { success: false, error: result.error });
    });
    api.all(path, refuse('method-not-allowed', 'Joining is a POST.', { allow: 'POST, OPTIONS' }));
  }
  return api;
}
