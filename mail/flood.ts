import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import type { MailLog } from './mail-log.ts';
import { floodAdvice } from './sending.ts';
import { type FounderMail, type News, tellFounder, type Words, whyNotTold } from './to-founder.ts';

const flood: News = {
  name: 'flood',
  everyHours: 6,
  // Each process that sees a flood waits a minute by itself.
  pauseMinutes: 0,
};

/** Milliseconds after which a process that sees a flood asks again whether to tell the founder. */
const askMs = 60_000;

interface FloodAlarmOptions extends Omit<FounderMail, 'to'> {
  database: Database;
  /** The founder's address (DIGEST_TO); undefined for no email. */
  to: string | undefined;
  log: MailLog;
}

/** Says in the log, and to the founder by email, that emails wait because of a flood. */
export function createFloodAlarm({ database, smtp, sender, to, log }: FloodAlarmOptions) {
  const stopping = new AbortController();
  let isFlood = false;
  let mayTellFrom = 0;
  let telling: Promise<void> = Promise.resolve();

  async function tell(waiting: number): Promise<void> {
    if (to === undefined) return;
    const words: Words = {
      subject: `${site.name} waitlist: ${waiting} emails wait, perhaps because of a flood`,
      text: `${floodAdvice(waiting)}\n\nEverybody who joined stays on the list. This email comes once in ${flood.everyHours} hours at most, to the address in DIGEST_TO.\n`,
    };
    const { signal } = stopping;
    await tellFounder({ database, smtp, sender, to, news: flood, signal, write: async () => words });
  }

  return {
    /** Takes how many emails wait because of a flood; 0 for no flood. */
    observe(waiting: number): void {
      const wasFlood = isFlood;
      isFlood = waiting > 0;
      if (isFlood && !wasFlood) log.warn({}, floodAdvice(waiting));
      if (!isFlood && wasFlood) log.info({}, 'no email waits because of a flood any more');
      if (!isFlood || performance.now() < mayTellFrom) return;
      mayTellFrom = performance.now() + askMs;
      telling = tell(waiting).catch((error) => {
        log.warn({}, `the news of a flood for DIGEST_TO did not go out: ${whyNotTold(error)}`);
      });
    },
    /** Resolves when no email about it is under way. */
    told: (): Promise<void> => telling,
    /** Ends an email that is under way. */
    stop(): Promise<void> {
      stopping.abort(new Error('The server stops.'));
      return telling;
    },
  };
}
