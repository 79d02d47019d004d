import type { Database } from '../database/database.ts';

/** A limit of joins or emails: so many in each span of time, and why. */
export interface Limit {
  name: string;
  most: number;
  /** An interval as PostgreSQL writes it. */
  every: string;
  reason: string;
}

/** All limits by their names. @throws DatabaseUnavailable */
export const readLimits = (database: Database): Promise<Limit[]> =>
  database.query<Limit>('select name, most, every::text, reason from waitlist.limits order by name');

/**
 * Lets a limit allow so many, on every server within a second.
 * @returns whether there is such a limit
 * @throws DatabaseUnavailable; StatementError for a number that it cannot be
 */
export async function changeLimit(database: Database, name: string, most: number): Promise<boolean> {
  const set = 'update waitlist.limits set most = $2 where name = $1 returning name';
  const changed = await database.query(set, [name, most]);
  return changed.length > 0;
}
