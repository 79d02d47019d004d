import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';

/** A few milliseconds in which an embedded database answers nobody else. */
const countsAtOnce = 2000;

/**
 * Deletes counts that mean nothing any more, the keys of past days, and the codes of people who were erased before the oldest backup.
 * Its statements are short, so that joins are served between them.
 * @param isStopped whether to end early
 * @throws DatabaseUnavailable
 */
export async function sweep(database: Database, isStopped: () => boolean = () => false): Promise<void> {
  const batch = `select where waitlist.sweep(${countsAtOnce}) = ${countsAtOnce}`;
  while ((await database.query(batch)).length > 0) {
    await yieldToEvents();
    if (isStopped()) return;
  }
  await database.query('select waitlist.forget_erasures($1)', [site.retention.backupDays]);
}
