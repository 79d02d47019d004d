import { setImmediate as nextTurn } from 'node:timers/promises';
import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';

/** What the privacy policy promises (content/site.ts). */
export interface ErasurePromise {
  /** ISO 8601; null before the public launch. */
  launchedOn: string | null;
  monthsAfterLaunch: number;
  latest: string;
  /** True while the owner has not confirmed it: then the server erases nothing by itself. */
  sample: boolean;
}

/** How often the server checks. */
const intervalMs = 3_600_000;

/** Rows; a few milliseconds in which an embedded database answers nobody else. */
const batchSize = 1000;

/** The day from which the policy requires the whole list to be erased, UTC. */
export function erasureDay({ launchedOn, monthsAfterLaunch, latest }: ErasurePromise): Date {
  const last = new Date(latest);
  if (launchedOn === null) return last;
  const promised = new Date(launchedOn);
  promised.setUTCMonth(promised.getUTCMonth() + monthsAfterLaunch);
  return promised < last ? promised : last;
}

/**
 * Erases everybody when the day has come; returns how many there were. Each batch is in the audit, so that those of a run that
 * fails or is stopped are too. `stopped` ends it early. @throws DatabaseUnavailable
 */
export async function eraseExpired(
  database: Database,
  today: Date,
  promise: ErasurePromise = site.erasure,
  stopped: () => boolean = () => false,
): Promise<number> {
  if (today < erasureDay(promise)) return 0;
  let erased = 0;
  for (;;) {
    const [batch] = await database.query<{ entries: number }>(
      `with erased as (
         delete from waitlist.entries
          where id in (select id from waitlist.entries order by id limit ${batchSize}) returning id
       ), batch as (select count(*)::int as entries from erased),
       recorded as (
         insert into waitlist.audit (action, entries) select 'erase-expired', entries from batch where entries > 0
       )
       select entries from batch`,
    );
    const entries = batch?.entries ?? 0;
    erased += entries;
    if (entries < batchSize || stopped()) return erased;
    await nextTurn();
  }
}

/**
 * Starts the timer that erases the list on the policy's dates, once the owner has confirmed them; several processes may run
 * it. The returned function stops the timer, and resolves when nothing is under way.
 */
export function startErasingExpired(
  database: Database,
  promise: ErasurePromise = site.erasure,
): () => Promise<void> {
  let stopped = false;
  let underWay: Promise<unknown> = Promise.resolve();
  const eraseIfDue = () => {
    if (!promise.sample)
      underWay = underWay
        .then(() => eraseExpired(database, new Date(), promise, () => stopped))
        .catch(() => {});
  };
  eraseIfDue();
  const timer = setInterval(eraseIfDue, intervalMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await underWay;
  };
}
