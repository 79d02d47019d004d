import type { Database } from './open-database.ts';

/**
 * Whether the database answers now, for /readyz.
 * Takes an open database; returns false instead of throwing.
 */
export async function isReady(database: Database): Promise<boolean> {
  try {
    await database.query('select 1');
    return true;
  } catch {
    return false;
  }
}
