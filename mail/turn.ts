import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { erasureReminder } from '../waitlist/erasure-day.ts';
import { type Interval, periodicJobs } from '../waitlist/periodic-jobs.ts';
import { startPresence } from '../waitlist/presence.ts';
import type { OutgoingMail } from './background-work.ts';
import { digestFailureSentence, sendDigest } from './digest.ts';
import { findListFaults } from './list-faults.ts';
import {
  countWaitingInFlood,
  noMailServer,
  readSending,
  readTrouble,
  waitsBecauseOf,
  whyEmailsWait,
} from './sending.ts';
import { emailKinds } from './templates.ts';
import { type MailWorkerOptions, startMailWorker } from './worker.ts';

export interface TurnOptions extends Pick<MailWorkerOptions, 'database' | 'log' | 'templates' | 'pausesMs'> {
  /** Undefined without SMTP_URL: then emails wait. */
  mail: OutgoingMail | undefined;
  turn: NonNullable<MailWorkerOptions['turn']>;
  /** After how many days somebody who does not answer is erased (content/site.ts). */
  forgetAfterDays?: number | undefined;
}

/** Milliseconds after the end of a turn in which an email that is under way may still be finished. */
const graceMs = 20_000;

/**
 * Does what a server does all the time, for as long as one call of a function may take: sends the emails that are due, the founder's
 * digest too, and deletes what is to be deleted. Several at once share the work.
 * @returns a sentence that says whether emails are sent
 * @throws DatabaseUnavailable
 */
export async function takeTurn(options: TurnOptions): Promise<string> {
  const { database, mail, turn, log, forgetAfterDays } = options;
  const endPresence = startPresence(database);
  try {
    const { calledAt, due } = await noteCall(database);
    const jobs = periodicJobs(database, log, forgetAfterDays);
    for (const { every, run } of jobs) if (every === 'minute') await run(() => false);
    const { status, mayTry } = await sendEmails(options);
    // Not while the mail server is in trouble: each further login may lock the account.
    if (mail?.digestTo !== undefined && mayTry)
      await sendDigest(
        { database, ...mail, to: mail.digestTo, log, findFaults: () => findTurnFaults(database) },
        AbortSignal.timeout(graceMs),
      ).catch((error) => log.warn({}, digestFailureSentence(error)));
    // The other jobs may take long, or fail each time, so emails go out before them.
    if (due.length > 0) {
      const ends = performance.now() + turn.ms;
      const isLate = () => performance.now() > ends;
      for (const { every, run } of jobs) if (due.includes(every)) await run(isLate);
      await noteJobsDone(database, calledAt);
    }
    return status;
  } finally {
    await endPresence();
  }
}

interface Call {
  /** ISO 8601, UTC. */
  calledAt: string;
  /** Whose jobs no call of this hour, or of this day, has done. */
  due: Interval[];
}

/** Notes that the function was called. */
async function noteCall(database: Database): Promise<Call> {
  const { calledAt, isHourDue, isDayDue } = await queryOne<{
    calledAt: string;
    isHourDue: boolean;
    isDayDue: boolean;
  }>(
    database,
    `update waitlist.list_state set function_called_at = clock_timestamp()
     returning waitlist.iso(function_called_at, 'SS.US') as "calledAt",
               function_jobs_done_at is null
                 or date_trunc('hour', function_jobs_done_at, 'UTC') < date_trunc('hour', function_called_at, 'UTC') as "isHourDue",
               function_jobs_done_at is null
                 or date_trunc('day', function_jobs_done_at, 'UTC') < date_trunc('day', function_called_at, 'UTC') as "isDayDue"`,
  );
  const due: Interval[] = [];
  if (isHourDue) due.push('hour');
  if (isDayDue) due.push('day');
  return { calledAt, due };
}

/** Notes that a call has done the jobs that were due: if it is killed before, the next one does them. */
async function noteJobsDone(database: Database, calledAt: string): Promise<void> {
  await database.query(
    'update waitlist.list_state set function_jobs_done_at = greatest(function_jobs_done_at, $1::timestamptz)',
    [calledAt],
  );
}

/** Sends what is due. @returns whether emails are sent, in a sentence, and whether the mail server may be tried again now */
async function sendEmails({
  database,
  mail,
  templates,
  log,
  pausesMs,
  turn,
}: TurnOptions): Promise<{ status: string; mayTry: boolean }> {
  if (!mail) return { status: noMailServer, mayTry: false };
  const { trouble, restMs } = await readTrouble(database);
  // The call before this one has failed: each further try may make it worse.
  if (trouble && restMs > 0) return { status: waitsBecauseOf(trouble.sentence), mayTry: false };
  const worker = startMailWorker({
    database,
    ...mail,
    floodTo: mail.digestTo,
    templates,
    log,
    turn,
    trouble,
    ...(pausesMs && { pausesMs }),
  });
  const late = setTimeout(worker.stop, turn.ms + graceMs);
  await worker.ended().finally(() => clearTimeout(late));
  return { status: worker.status(), mayTry: (await readTrouble(database)).trouble === undefined };
}

/** What a function finds by itself: its part of each subject of server/checks/checks.ts that runs in one. */
export const turnChecks = {
  list: findListFaults,
  settings: async (_: Database, now: Date) => {
    const reminder = erasureReminder(now);
    return reminder === undefined ? [] : [reminder];
  },
};

/** What is wrong with the list, and what the policy promises for today. */
async function findTurnFaults(database: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const find of Object.values(turnChecks)) faults.push(...(await find(database, new Date())));
  return faults;
}

/** What `doctor` asks of the function that sends. */
export interface TurnStatus {
  /** How many minutes ago it was last called; null for never. */
  minutesAgo: number | null;
  /** How many emails are due, of kinds that may go out: not those of a paused announcement, nor of a kind whose limit is used up. */
  due: number;
  /** Why none goes out, in a sentence or two; null when emails are sent. */
  why: string | null;
}

/** @throws DatabaseUnavailable */
export async function readTurnStatus(database: Database, mail: TurnOptions['mail']): Promise<TurnStatus> {
  const { minutesAgo, due } = await queryOne<{ minutesAgo: number | null; due: number }>(
    database,
    `select floor(extract(epoch from clock_timestamp() - function_called_at) / 60)::integer as "minutesAgo",
            waitlist.count_due_emails($1) as due
       from waitlist.list_state`,
    [emailKinds],
  );
  const sending = await readSending(database);
  const waiting = whyEmailsWait({
    ...sending,
    hasMailServer: mail !== undefined,
    trouble: due > 0 ? sending.trouble : null,
    waitingInFlood: await countWaitingInFlood(database),
  });
  return { minutesAgo, due, why: waiting ?? null };
}
