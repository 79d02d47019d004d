import type { Database } from '../database/database.ts';
import { notedVerdict, type Verdict } from './judge.ts';

// A function on a hosted Supabase uses this, and does without the packages that read a returned message (bounce.ts).

/** What a returned message says about one of our emails. */
export interface Bounce {
  /** The ids that it may be about, the likeliest first. */
  messageIds: string[];
  /** `unreadable`: it says that an email did not arrive, but not why, or not in a way that can be read. */
  verdict: Verdict | 'unreadable';
}

/** An address is gone only if all that it stands for are gone. */
export const mildest = (verdicts: (Verdict | undefined)[]): Verdict | undefined =>
  (['sender', 'later', 'refused', 'gone'] as const).find((verdict) => verdicts.includes(verdict));

export type BounceOutcome = 'suppressed' | 'counted' | 'known' | 'sender' | 'unreadable' | 'unknown';

/**
 * Notes a bounce for the address to which its email went. `known`: this email's bounce, or a worse one, has been noted before.
 * `unknown`: none of the ids is that of an email of ours whose address we still have.
 * @throws DatabaseUnavailable
 */
export async function noteBounce(
  database: Database,
  { messageIds, verdict }: Bounce,
): Promise<BounceOutcome> {
  if (messageIds.length === 0) return verdict === 'unreadable' ? verdict : 'unknown';
  const noted = verdict === 'unreadable' ? null : notedVerdict(verdict);
  if (noted === null) {
    // It did not arrive, so its recipient cannot have answered it.
    for (const messageId of messageIds)
      await database.query("select waitlist.note_bounce($1, 'returned')", [messageId]);
    return verdict === 'unreadable' ? verdict : 'sender';
  }
  for (const messageId of messageIds) {
    const [row] = await database.query<{ done: 'suppressed' | 'counted' | 'known' | null }>(
      'select waitlist.note_bounce($1, $2) as done',
      [messageId, noted],
    );
    if (row?.done) return row.done;
  }
  return 'unknown';
}
