import { setImmediate as nextTurn } from 'node:timers/promises';
import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { eraseBatch } from './erasing.ts';

const hourMs = 3_600_000;

/** `doctor` and the daily news count people this many days before they are forgotten. */
const warningDays = 7;

/** An embedded list answers nobody else for some hundredths of a second. */
const peopleAtOnce = 1000;

/** The ids of people who have not answered for this many days, a page at a time. @throws DatabaseUnavailable */
async function* silentPeople(database: Database, days: number): AsyncGenerator<string[]> {
  let after: string | null = '0';
  while (after !== null) {
    const page: { ids: string[]; reached: string | null } = await queryOne(
      database,
      `select ids::text[], reached::text from waitlist.silent_people($1::bigint, ${peopleAtOnce}, $2)`,
      [after, days],
    );
    if (page.ids.length > 0) yield page.ids;
    after = page.reached;
    await nextTurn();
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
  let people = 0;
  for await (const ids of silentPeople(database, Math.max(days - warningDays, 0))) people += ids.length;
  return people;
}

/** What `doctor` and the daily news say about them. */
export const soonForgottenSentence = (people: number): string =>
  `${people} who did not answer will be erased within ${warningDays} days (forgetSilentAfterDays in content/site.ts).`;

/**
 * Erases people who have not answered the last email that asks for this many days; 0 for nobody.
 * @returns how many
 * @throws DatabaseUnavailable
 */
export async function forgetSilent(
  database: Database,
  days: number,
  stopped: () => boolean = () => false,
): Promise<number> {
  let erased = 0;
  if (days === 0) return erased;
  for await (const ids of silentPeople(database, days)) {
    erased += await eraseBatch(database, 'not answered', ids, 'unconfirmed');
    if (stopped()) break;
  }
  return erased;
}

/**
 * Erases them at start and every hour; several processes may. If it fails, it is tried again an hour later. The returned function stops it, and
 * resolves when nothing is under way.
 */
export function startForgetting(
  database: Database,
  days: number = site.forgetSilentAfterDays,
): () => Promise<void> {
  if (days === 0) return async () => {};
  let stopped = false;
  let underWay: Promise<unknown> = Promise.resolve();
  const forget = () => {
    underWay = underWay.then(() => forgetSilent(database, days, () => stopped)).catch(() => {});
  };
  forget();
  const timer = setInterval(forget, hourMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await underWay;
  };
}
