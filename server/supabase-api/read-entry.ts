import type { Context } from 'hono';
import { HttpError } from '../http-error.ts';
import { readBody } from '../read-body.ts';

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
export async function readEntry(c: Context): Promise<{ email: string; source: string }> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError('unsupported-media-type', 'Send the entry as application/json.');
  }
  const { user_email: email, entry_source: source } = Object(parseJson(await readBody(c)));
  if (typeof email !== 'string' || typeof source !== 'string') {
    throw new HttpError('malformed-body', 'The entry needs user_email and entry_source, both strings.');
  }
  return { email, source };
}
