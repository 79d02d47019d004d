import type { Database } from '../database/open-database.ts';

/**
 * Writes down what was done from the desk, without saying to whom.
 * @param entries how many it concerned
 * @throws DatabaseUnavailable
 */
export async function recordAction(database: Database, action: string, entries: number): Promise<void> {
  await database.query('insert into waitlist.audit (action, entries) values ($1, $2)', [action, entries]);
}
