import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { repeat, type Stop } from '../system/repeat.ts';
import { startErasureReminder } from './erasure-day.ts';
import { forgetSilent } from './silent.ts';
import { sweep } from './sweep.ts';

/** The privacy page says when a count is deleted: after its allowance's ten minutes and this interval. */
const minuteMs = 60_000;

const hourMs = 3_600_000;

/**
 * Does at once, and then every minute and every hour, what a list needs besides its emails. Every process that runs all the time starts
 * it: a server, and a worker, which may be the only one. Several may do it at once. A turn (mail/turn.ts) does the same at its calls.
 * @param log is told each day what the policy's dates require of the owner
 * @returns what ends it
 */
export function startPeriodicJobs(database: Database, log: { warn(reminder: string): void }): Stop {
  const stops = [
    repeat((isStopped) => sweep(database, isStopped), minuteMs, { atOnce: true }),
    repeat((isStopped) => forgetSilent(database, site.forgetSilentAfterDays, isStopped), hourMs, {
      atOnce: true,
    }),
    startErasureReminder((reminder) => log.warn(reminder)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
