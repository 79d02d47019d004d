import { type Context, Hono } from 'hono';
import { type JoinFields, nameInCalls } from '../content/join-fields.ts';
import type { Join } from '../waitlist/join.ts';
import { type CorsOptions, cors } from './cross-origin.ts';
import type { HeaderFields } from './headers.ts';
import { apiKey, endpoint, readBody, refuse } from './middleware.ts';
import { readJoinFields } from './read-join-fields.ts';
import { type AppEnv, type Endpoint, HttpError, jsonResponse } from './responses.ts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError('malformed-body', 'The body is not JSON.');
  }
}

/**
 * Reads the fields of a join from a JSON body. Unknown ones are ignored, so that a newer client can talk to an older server. The
 * database validates the values.
 * @throws HttpError 'unsupported-media-type', 'malformed-body', 'body-too-large'
 */
async function readJoin(c: Context): Promise<JoinFields> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError('unsupported-media-type', 'Send the entry as application/json.');
  }
  const body = Object(parseJson(await readBody(c)));
  const fields = readJoinFields((field) => body[nameInCalls[field]]);
  const { email, source } = fields;
  if (email === undefined || source === undefined) {
    throw new HttpError('malformed-body', 'The entry needs user_email and entry_source, both strings.');
  }
  return { ...fields, email, source };
}

export interface SupabaseApiOptions extends CorsOptions {
  join: Join;
  /** The public key of the site. */
  anonKey: string;
  /** Whether a confirmation email will be sent. If not, a response header says so. */
  sendsEmails: boolean;
  /** The endpoint at each path. Supabase's own runtime has other paths than our server. */
  paths: Readonly<Record<string, Endpoint>>;
}

/**
 * The Edge Function and the RPC as supabase-js calls them. The answer is the same whether an address is new, known or has
 * left. A refusal is a 200 with `success: false`, because supabase-js hides the body of any other status from its caller.
 */
export function createSupabaseApi(options: SupabaseApiOptions): Hono<AppEnv> {
  const { join, anonKey, sendsEmails, paths, siteUrl, allowedOrigins } = options;
  const api = new Hono<AppEnv>();
  const headersOfSuccess: HeaderFields = sendsEmails ? {} : { 'waitlist-emails': 'none' };
  for (const [path, name] of Object.entries(paths)) {
    api.use(path, endpoint(name), cors({ siteUrl, allowedOrigins }));
    api.post(path, apiKey(anonKey), async (c) => {
      const fields = await readJoin(c);
      const result = await join({ ...fields, clientAddress: c.get('clientAddress') });
      c.set('outcome', result.success ? 'joined' : result.refusal);
      if (result.success) return jsonResponse(c, 200, result, headersOfSuccess);
      return jsonResponse(c, 200, { success: false, error: result.error });
    });
    api.all(path, refuse('method-not-allowed', 'Joining is a POST.', { allow: 'POST, OPTIONS' }));
  }
  return api;
}
