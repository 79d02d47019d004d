import type { Database } from '../../database/database.ts';
import { queryOne } from '../../database/query-one.ts';

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

/** Where a list was moved to, in words; null for nowhere. @throws DatabaseUnavailable */
export async function movedTo(database: Database): Promise<string | null> {
  const { to } = await queryOne<{ to: string | null }>(
    database,
    'select moved_to as to from waitlist.list_state',
  );
  return to;
}

/** How often a list was moved, wherever it is now. @throws DatabaseUnavailable */
export async function countMoves(database: Database): Promise<number> {
  const { moves } = await queryOne<{ moves: number }>(database, 'select moves from waitlist.list_state');
  return moves;
}

/**
 * The day on which a list was moved away, in UTC; null for never. It calls no function of ours: the schema may be an older one.
 * @throws StatementError where the schema does not have it; DatabaseUnavailable
 */
export async function movedOn(database: Database): Promise<string | null> {
  const { on } = await queryOne<{ on: string | null }>(
    database,
    `select to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD') as on from waitlist.list_state`,
  );
  return on;
}

/** Notes where a list was moved to: from then on nobody opens it. @param to null to have it opened again @throws DatabaseUnavailable */
export async function markMoved(database: Database, to: string | null): Promise<void> {
  await database.query('select waitlist.mark_moved($1)', [to]);
}
