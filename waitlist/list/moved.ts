import type { Database } from '../../database/database.ts';

/**
 * Refuses a list that was moved to another database: two lists that live would both take joins and send emails.
 * @throws Error that says where it went and what to set
 */
export async function refuseMoved({ query }: Pick<Database, 'query'>): Promise<void> {
  const [moved] = await query<{ to: string; on: string }>(
    `select moved_to as to, waitlist.iso_day(moved_at) as on
       from waitlist.list_state where moved_to is not null`,
  );
  if (!moved) return;
  throw new Error(
    `This list was moved to ${moved.to} on ${moved.on}, and what has happened since is only there. ` +
      'Use it there: with DATABASE_URL for a PostgreSQL, or without it and with DATA_DIR for a folder. ' +
      'To take up this list again, as it was then: npm run waitlist -- move --undo.',
  );
}
