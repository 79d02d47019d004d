import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import type { Trouble } from './mail-state.ts';

/** Trouble is told until its worker tries again and these minutes more: a worker that stops does not take back what it has noted. */
const troubleMinutes = 3;

export interface SendingState {
  /** ISO 8601, UTC; null while emails may be sent. */
  pausedSince: string | null;
  pausedBecause: string | null;
  /** Why nothing goes out although it may, as a worker has noted that still tries: the fault and what to do. */
  trouble: string | null;
}

/** Whether emails may be sent. A worker's claim of each email checks the same switch, in SQL. @throws DatabaseUnavailable */
export function readSending(database: Database): Promise<SendingState> {
  return queryOne<SendingState>(
    database,
    `select waitlist.iso(sending_paused_since) as "pausedSince", sending_paused_because as "pausedBecause",
            case when sending_rests_until > clock_timestamp() - interval '${troubleMinutes} minutes'
                 then sending_trouble ->> 'sentence' end as trouble
       from waitlist.list_state`,
  );
}

/** How many emails to people who joined wait because of a flood. @throws DatabaseUnavailable */
export async function countWaitingInFlood(database: Database): Promise<number> {
  const { waitingInFlood } = await queryOne<{ waitingInFlood: number }>(
    database,
    'select waitlist.asking_emails_waiting_in_flood() as "waitingInFlood"',
  );
  return waitingInFlood;
}

/** What `doctor` reads from a server that sends. */
export const emailsAreSent = 'Emails are sent.';

export const noMailServer = 'Emails wait: SMTP_URL is not set, so none is sent and none is lost.';

/** @param trouble the fault and what to do */
export const waitsBecauseOf = (trouble: string): string => `Emails wait: ${trouble}`;

/** What decides whether emails go out, as far as the caller knows. */
export interface SendingFacts {
  /** False without SMTP_URL. A command of the founder does not ask. */
  hasMailServer?: boolean;
  pausedSince?: string | null;
  pausedBecause?: string | null;
  /** Why a worker cannot send: the fault and what to do; null when it can. */
  trouble?: string | null;
  /** How many emails wait because of a flood. */
  waitingInFlood?: number;
}

/** Why emails wait, in a sentence for the operator: the first of several reasons. Undefined when they are sent. */
export function whyEmailsWait({
  hasMailServer = true,
  pausedSince = null,
  pausedBecause = null,
  trouble = null,
  waitingInFlood = 0,
}: SendingFacts): string | undefined {
  if (pausedBecause !== null) {
    const since = pausedSince === null ? '' : ` since ${pausedSince}`;
    return `Emails wait: sending is paused${since} (${pausedBecause}).`;
  }
  if (!hasMailServer) return noMailServer;
  if (trouble !== null) return waitsBecauseOf(trouble);
  if (waitingInFlood > 0) return floodAdvice(waitingInFlood);
  return undefined;
}

/** Says that emails wait because of a flood, and what the founder can do. @param emails how many wait */
export const floodAdvice = (emails: number): string =>
  `${emails} emails to people who joined wait: far more people joined than confirmed, as in a flood of strangers’ addresses. Look who joined: npm run waitlist -- list --limit 100. If they are people: npm run waitlist -- limits asking-emails-an-hour --most 1000. If not: npm run waitlist -- person erase --help.`;

/** Stops the emails of all processes; when they are stopped already, the first reason stays. @throws DatabaseUnavailable */
export async function pauseSending(database: Database, because: string): Promise<void> {
  await database.query('select waitlist.pause_sending($1)', [because]);
}

/**
 * Lets emails go out again. The next turn of a function tries at once; a server's worker that rests after trouble has to be restarted
 * for that.
 * @throws DatabaseUnavailable
 */
export async function resumeSending(database: Database): Promise<void> {
  await database.query('select waitlist.resume_sending()');
}

/**
 * Notes why a worker cannot send, or null when it can again.
 * @param restMs how long it rests before its next try
 * @throws DatabaseUnavailable
 */
export async function noteTrouble(database: Database, trouble: Trouble | null, restMs = 0): Promise<void> {
  await database.query(
    `update waitlist.list_state
        set sending_trouble = $1::jsonb,
            sending_rests_until = clock_timestamp() + make_interval(secs => $2::double precision / 1000),
            sending_skips_rest = false
      where sending_trouble is not null or $1::jsonb is not null`,
    [trouble && JSON.stringify(trouble), restMs],
  );
}

/**
 * What the last worker has noted, for the next one: the trouble, and how many milliseconds it still rests; 0 after a resume. An hour
 * after its next planned try it is forgotten.
 * @throws DatabaseUnavailable
 */
export async function readTrouble(database: Database): Promise<{ trouble?: Trouble; restMs: number }> {
  const [row] = await database.query<{ trouble: Trouble; restMs: number }>(
    `select sending_trouble as trouble,
            case when sending_skips_rest then 0
                 else greatest(extract(epoch from sending_rests_until - clock_timestamp()) * 1000, 0)
            end::integer as "restMs"
       from waitlist.list_state
      where sending_trouble is not null
        and sending_rests_until > clock_timestamp() - interval '1 hour'`,
  );
  return row ? { trouble: row.trouble, restMs: row.restMs } : { restMs: 0 };
}
