import type { Database } from '../database/database.ts';

/** How people are erased. A check of waitlist.audit (audit_action_of_erasure) allows the same words, and a test compares the two. */
export const erasureActions = ['not-me', 'person erase', 'merged', 'erase-expired', 'not answered'] as const;

export type ErasureAction = (typeof erasureActions)[number];

/** What else the audit records: the commands that read or change people, or decide what goes out. */
export type CommandAction =
  | 'announce cancel'
  | 'announce pause'
  | 'announce plan'
  | 'announce resume'
  | 'announce schedule'
  | 'announce send'
  | 'backup'
  | 'export'
  | 'import'
  | 'limits'
  | 'move'
  | 'move --undo'
  | 'outbox retry'
  | 'person allow'
  | 'person export'
  | 'person leave'
  | 'person show'
  | 'restore'
  | 'sending pause'
  | 'sending resume'
  | 'suppressions import';

/** Records what was done to how many entries, without saying whose. @throws DatabaseUnavailable */
export async function recordAction(
  database: Database,
  action: CommandAction,
  entries: number,
): Promise<void> {
  await database.query('select waitlist.record_action($1, $2)', [action, entries]);
}
