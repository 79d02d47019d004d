import type { Database } from '../../database/database.ts';

/** Keeps the time of a backup that is complete and was read back: `doctor` warns when the last one is old. @throws DatabaseUnavailable */
export async function markBackedUp(database: Database): Promise<void> {
  await database.query('select waitlist.mark_backed_up()');
}
