import { setImmediate as nextTurn } from 'node:timers/promises';
import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';

/** A few milliseconds in which an embedded database answers nobody else. */
const countsAtOnce = 2000;

/**
 * Deletes counts whose allowance is whole again and the keys of past days, in short statements between which joins are
 * served, and the codes of those who were erased before the oldest backup. `stopped` ends it early. @throws DatabaseUnavailable
 */
export async function sweep(database: Database, stopped: () => boolean = () => false): Promise<void> {
  const batch = `select where waitlist.sweep(${countsAtOnce}) = ${countsAtOnce}`;
  while ((await database.query(batch)).length > 0) {
    await nextTurn();
    if (stopped()) return;
  }
  await database.query('select waitlist.forget_erasures($1)', [site.retention.backupDays]);
}
