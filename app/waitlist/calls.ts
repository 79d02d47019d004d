import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { bottomFormSource, type JoinFields, joinFields, nameInCalls } from '../../content/join-fields.ts';
import { patienceMs } from '../islands/in-time.ts';

/** A later answer counts as a failure: joining again is harmless. */
const deadline = () => AbortSignal.timeout(patienceMs);

/**
 * Fetches an answer whose body the Supabase client can be trusted with.
 * - A server that sends no emails says so in a header (docs/architecture.md), which the client does not hand on: it becomes a
 *   field of the body.
 * - postgrest-js treats an error body that is not JSON as the server's message, which a proxy's error page is not: it becomes an
 *   empty object.
 */
async function fetchAnswer(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const sendsNoEmail = response.headers.get('waitlist-emails') === 'none';
  if (response.status < 400 && !sendsNoEmail) return response;
  const body = await response.json().catch(() => ({}));
  return Response.json(sendsNoEmail ? { ...body, sendsNoEmail } : body, response);
}

let client: SupabaseClient | undefined;

/** The page's one back-end client, created when it is first needed; by default its back end is the site's own origin. */
function backendClient(): SupabaseClient {
  client ??= createClient(
    import.meta.env.VITE_BACKEND_URL || location.origin,
    import.meta.env.BACKEND_ANON_KEY,
    { global: { fetch: fetchAnswer } },
  );
  return client;
}

export interface JoinOutcome {
  joined: boolean;
  /** The server's own sentence for the visitor, where it gave one. */
  reason?: string;
  /** No email will ask the visitor whether it was them. */
  sendsNoEmail?: true;
}

const refusal = (reason: unknown): JoinOutcome =>
  typeof reason === 'string' && reason.trim() ? { joined: false, reason: reason.trim() } : { joined: false };

/** Reads the server's answer by its shape: a proxy's HTML page or an empty body is a failure, not a success. */
function outcomeOf(body: unknown): JoinOutcome {
  if (typeof body !== 'object' || body === null || !('success' in body)) return { joined: false };
  const sendsNoEmail = 'sendsNoEmail' in body && body.sendsNoEmail === true;
  if (body.success === true) return sendsNoEmail ? { joined: true, sendsNoEmail } : { joined: true };
  return refusal('error' in body ? body.error : undefined);
}

/** What either call sends: the fields that were not left empty. */
function bodyOf(fields: JoinFields): Record<string, string> {
  const body: Record<string, string> = {};
  for (const field of joinFields) {
    const text = fields[field];
    if (text) body[nameInCalls[field]] = text;
  }
  return body;
}

/** The dialog's call, the first of docs/specification.md#the-two-calls. Never throws. */
export async function joinThroughFunction(fields: JoinFields): Promise<JoinOutcome> {
  try {
    const { data, error } = await backendClient().functions.invoke('enhanced-waitlist', {
      body: bodyOf(fields),
      signal: deadline(),
    });
    return error ? { joined: false } : outcomeOf(data);
  } catch {
    return { joined: false };
  }
}

/**
 * The bottom form's call, the second of docs/specification.md#the-two-calls, always with `bottomFormSource`. Never throws.
 * The visitor may read an error's message if the server sent it (docs/specification.md#messages). What the client says about an
 * answer that was lost or made no sense is not for visitors.
 */
export async function joinThroughProcedure(email: string): Promise<JoinOutcome> {
  try {
    const { data, error, status } = await backendClient()
      .rpc('add_to_waitlist', bodyOf({ email, source: bottomFormSource }))
      .abortSignal(deadline());
    if (!error) return outcomeOf(data);
    return refusal(status >= 400 ? error.message : undefined);
  } catch {
    return { joined: false };
  }
}
