import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { repeat, type Stop } from '../system/repeat.ts';
import { erasureReminder } from './erasure-day.ts';
import { forgetSilent } from './silent.ts';
import { sweep } from './sweep.ts';

/** How often a job runs. The privacy page says when a count is deleted: after its allowance's ten minutes and one minute. */
export type Interval = 'minute' | 'hour' | 'day';

const intervalMs: Record<Interval, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Something that a list needs besides its emails. Several processes may do it at once. */
interface PeriodicJob {
  every: Interval;
  /** @param isStopped whether to end early */
  run(isStopped: () => boolean): unknown;
}

/** Is told each day what the policy's dates require of the owner. */
interface ReminderLog {
  warn(facts: object, reminder: string): void;
}

/** All of these jobs. A process that runs all the time starts them, and a turn (mail/turn.ts) runs those that are due. */
export function periodicJobs(
  database: Database,
  log: ReminderLog,
  forgetAfterDays: number = site.forgetSilentAfterDays,
): PeriodicJob[] {
  return [
    { every: 'minute', run: (isStopped) => sweep(database, isStopped) },
    { every: 'hour', run: (isStopped) => forgetSilent(database, forgetAfterDays, isStopped) },
    { every: 'day', run: () => remindOfErasure(log) },
  ];
}

function remindOfErasure(log: ReminderLog): void {
  const reminder = erasureReminder(new Date());
  if (reminder !== undefined) log.warn({}, reminder);
}

/**
 * Runs the jobs at once, and then each at its interval. Every process that runs all the time starts them: a server, and a worker,
 * which may be the only one.
 * @returns what ends them
 */
export function startPeriodicJobs(database: Database, log: ReminderLog): Stop {
  const stops = periodicJobs(database, log).map(({ every, run }) =>
    repeat(run, intervalMs[every], { atOnce: true }),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
