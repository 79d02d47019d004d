import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { MailError } from './mail-error.ts';
import type { MailLog } from './mail-log.ts';
import { floodAdvice } from './sending.ts';
import { type FounderMail, sendToFounder } from './to-founder.ts';

/** The founder is told at most once in this many hours. */
const hours = 6;

/** Whether this process is the one that tells the founder. */
async function claimFloodAlarm(database: Database): Promise<boolean> {
  const { isOurs } = await queryOne<{ isOurs: boolean }>(
    database,
    'select waitlist.claim_flood_alarm($1) as "isOurs"',
    [hours],
  );
  return isOurs;
}

/** Milliseconds after which an email that did not go out is tried again. */
const retryMs = 60_000;

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
    if (to === undefined || !(await claimFloodAlarm(database))) return;
    const words = {
      subject: `${site.name} waitlist: ${waiting} emails wait, perhaps because of a flood`,
      text: `${floodAdvice(waiting)}\n\nEverybody who joined stays on the list. This email comes once in ${hours} hours at most, to the address in DIGEST_TO.\n`,
    };
    try {
      await sendToFounder({ smtp, sender, to }, words, stopping.signal);
    } catch (error) {
      await database.query('select waitlist.release_flood_alarm()');
      throw error;
    }
  }

  return {
    /** Takes how many emails wait because of a flood; 0 for no flood. */
    observe(waiting: number): void {
      const wasFlood = isFlood;
      isFlood = waiting > 0;
      if (isFlood && !wasFlood) log.warn({}, floodAdvice(waiting));
      if (!isFlood && wasFlood) log.info({}, 'no email waits because of a flood any more');
      if (!isFlood || performance.now() < mayTellFrom) return;
      mayTellFrom = performance.now() + retryMs;
      telling = tell(waiting).catch((error) => {
        const why = error instanceof MailError ? error.message : 'the list did not answer.';
        log.warn({}, `the news of a flood for DIGEST_TO did not go out: ${why}`);
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
