import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import type { EntryId } from './entries.ts';
import { eraseBatch } from './erasing.ts';
import { pagesOfOneRow } from './pages.ts';

/** `doctor` and the digest count people this many days before they are forgotten. */
const warningDays = 7;

/** An embedded list answers nobody else for some hundredths of a second. */
const peopleAtOnce = 1000;

/** The ids of people who have not answered for this many days, a page at a time. @throws DatabaseUnavailable */
async function* silentPeople(database: Database, days: number): AsyncGenerator<EntryId[]> {
  const found = pagesOfOneRow<{ ids: EntryId[]; pageEnd: string | null }>(
    database,
    `select ids::text[], page_end::text as "pageEnd" from waitlist.silent_people($1::bigint, ${peopleAtOnce}, $2)`,
    (after) => [after, days],
  );
  for await (const { ids } of found) {
    if (ids.length > 0) yield ids;
    await yieldToEvents();
  }
}

/**
 * How many people will be forgotten within a week if none of them answers: 0 if the owner keeps them.
 * @throws DatabaseUnavailable
 */
export async function countSoonForgotten(
  database: Database,
  days: number = site.forgetSilentAfterDays,
): Promise<number> {
  if (days === 0) return 0;
  let count = 0;
  for await (const ids of silentPeople(database, Math.max(days - warningDays, 0))) count += ids.length;
  return count;
}

/** What `doctor` and the digest say about them. */
export const soonForgottenSentence = (count: number): string =>
  `${count} who did not answer will be erased within ${warningDays} days (forgetSilentAfterDays in content/site.ts).`;

/**
 * Erases people who have not answered the last email that asks for this many days; 0 for nobody.
 * @returns how many
 * @throws DatabaseUnavailable
 */
export async function forgetSilent(
  database: Database,
  days: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let erased = 0;
  if (days === 0) return erased;
  for await (const ids of silentPeople(database, days)) {
    erased += await eraseBatch(database, ids, 'unconfirmed', 'not answered');
    if (isStopped()) break;
  }
  return erased;
}
