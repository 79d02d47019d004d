import type { Database } from '../database/database.ts';
import { beginScheduled } from './announcement-transitions.ts';
import type { MailLog } from './mail-log.ts';

/**
 * Begins announcements that were planned for a time, and says so in the log.
 * @returns `beginDue`, which begins one whose time has come: within half a minute, which is how often an idle worker asks. It throws
 * DatabaseUnavailable.
 */
export function createScheduledStarts(database: Database, log: MailLog) {
  /** The announcements of which the log says that they could not begin, each with its time. */
  const saidToWait = new Set<string>();

  /** It is tried again every five minutes: the log says it the first time only. */
  function sayOnceThatItWaits(name: string, startsAt: string): void {
    const plan = `announcement ${name}, planned for ${startsAt}`;
    if (saidToWait.has(plan)) return;
    saidToWait.add(plan);
    log.warn({}, `${plan}, could not begin: npm run waitlist -- announce status ${name} says why`);
  }

  return {
    async beginDue(): Promise<void> {
      const begun = await beginScheduled(database);
      if (begun === undefined) return;
      const { name, startsAt, minutesLate, hasBegun } = begun;
      if (!hasBegun) return sayOnceThatItWaits(name, startsAt);
      const late = minutesLate > 0 ? `, ${minutesLate} min after that` : '';
      log.info({}, `announcement ${name}, planned for ${startsAt}, is being sent${late}`);
    },
  };
}
