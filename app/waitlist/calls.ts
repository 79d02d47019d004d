import { backendClient } from './backend-client.ts';

/** What came of a join. `reason` is the server's own sentence for the visitor, where it gave one. */
export type JoinOutcome = { joined: true } | { joined: false; reason?: string };

/** An answer later than this is a failure; joining again is harmless (decisions, "Waitlist behaviour"). */
const patience = 10_000;

function refusal(reason: unknown): JoinOutcome {
  const sentence = typeof reason === 'string' ? reason.trim() : '';
  return sentence === '' ? { joined: false } : { joined: false, reason: sentence };
}

/** Whatever the server sent is read by its shape: a proxy's HTML page or an empty body is a failure, not a success. */
function outcomeOf(body: unknown): JoinOutcome {
  if (typeof body !== 'object' || body === null || !('success' in body)) return { joined: false };
  if (body.success === true) return { joined: true };
  return refusal('error' in body ? body.error : undefined);
}

/** The dialog's call, the first of docs/specification.md#the-two-calls. Never throws. */
export async function joinThroughFunction(email: string, source: string): Promise<JoinOutcome> {
  try {
    const { data, error } = await backendClient().functions.invoke('enhanced-waitlist', {
      body: { user_email: email, entry_source: source },
      signal: AbortSignal.timeout(patience),
    });
    return error ? { joined: false } : outcomeOf(data);
  } catch {
    return { joined: false };
  }
}

/**
 * The bottom form's call, the second of docs/specification.md#the-two-calls, always with the source 'cta'. An error's message is the visitor's to read
 * where the server sent it (section 8); what the client says of an answer that did not come, or made no sense, is not.
 * Never throws.
 */
export async function joinThroughProcedure(email: string): Promise<JoinOutcome> {
  try {
    const { data, error, status } = await backendClient()
      .rpc('add_to_waitlist', { user_email: email, entry_source: 'cta' })
      .abortSignal(AbortSignal.timeout(patience));
    if (!error) return outcomeOf(data);
    return refusal(status >= 400 ? error.message : undefined);
  } catch {
    return { joined: false };
  }
}
