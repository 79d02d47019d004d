import type { Database } from '../database/database.ts';

/** Records what was done to how many entries, without saying whose. @throws DatabaseUnavailable */
export async function recordAction(database: Database, action: string, entries: number): Promise<void> {
  await database.query('select waitlist.record_action($1, $2)', [action, entries]);
}
