import type { Context } from 'hono';
import { HttpError } from '../middleware/http-error.ts';
import { readBody } from '../middleware/read-body.ts';

export interface Entry {
  email: string;
  source: string;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError('not-understood', 'The body is not JSON.');
  }
}

/**
 * Reads the entry a call carries: `user_email` and `entry_source`, both strings. Other fields are left alone, so that
 * a newer client can talk to an older server.
 * Throws HttpError when the body is not that. Whether the address and the source are good is not decided here.
 */
export async function readEntry(c: Context): Promise<Entry> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError('wrong-type', 'Send the entry as application/json.');
  }
  const body = parse(await readBody(c));
  const { user_email: email, entry_source: source } = Object(body);
  if (typeof email !== 'string' || typeof source !== 'string') {
    throw new HttpError('not-understood', 'The entry needs user_email and entry_source, both strings.');
  }
  return { email, source };
}
