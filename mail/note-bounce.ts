import type { Database } from '../database/database.ts';
import { bounceToNote, type Verdict } from './judge.ts';

// A function on a hosted Supabase uses this, and does without the packages that read a returned message (bounce.ts).

/** What a returned message says about one of our emails. */
export interface Bounce {
  /** The ids that it may be about, the likeliest first. */
  messageIds: string[];
  /** `unreadable`: it says that an email did not arrive, but not why, or not in a way that can be read. */
  verdict: Verdict | 'unreadable';
}

/** An address may stand for several. Then no mailbox is there only if none of theirs is. */
export const mildestVerdict = (verdicts: (Verdict | undefined)[]): Verdict | undefined =>
  (['about-us', 'deferred', 'unwilling', 'no-mailbox'] as const).find((verdict) =>
    verdicts.includes(verdict),
  );

/**
 * What noting a bounce has done.
 * - `suppressed`: no email goes to that address any more.
 * - `counted`: after several of these none does.
 * - `repeated`: this email's bounce, or a worse one, has been noted before.
 * - `about-us`, `unreadable`: noted, and counted against nobody.
 * - `foreign`: none of the ids is that of an email of ours whose address we still have.
 */
export type BounceEffect = 'suppressed' | 'counted' | 'repeated' | 'about-us' | 'unreadable' | 'foreign';

/** Notes a bounce for the address to which its email went. @throws DatabaseUnavailable */
export async function noteBounce(database: Database, { messageIds, verdict }: Bounce): Promise<BounceEffect> {
  const isUnreadable = verdict === 'unreadable';
  if (messageIds.length === 0) return isUnreadable ? verdict : 'foreign';
  const countedAs = isUnreadable ? null : bounceToNote(verdict);
  // What counts against nobody is noted too: it did not arrive, so its recipient cannot have answered it.
  const bounce = countedAs ?? 'uncounted';
  for (const messageId of messageIds) {
    const [row] = await database.query<{ effect: 'suppressed' | 'counted' | 'repeated' | 'noted' | null }>(
      'select waitlist.note_bounce($1, $2) as effect',
      [messageId, bounce],
    );
    if (row?.effect === 'noted') return isUnreadable ? verdict : 'about-us';
    if (row?.effect) return row.effect;
  }
  return 'foreign';
}
