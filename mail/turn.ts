import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { startPresence } from '../waitlist/presence.ts';
import { erasureReminder, sweep } from '../waitlist/retention.ts';
import { forgetSilent } from '../waitlist/silent.ts';
import { sendDigest } from './digest.ts';
import { floodAdvice } from './flood.ts';
import { findListFaults } from './list-faults.ts';
import { countHeld, pausedSentence, readSending, readTrouble } from './sending.ts';
import { type MailWorkerOptions, startMailWorker } from './worker.ts';

export interface TurnOptions extends Pick<MailWorkerOptions, 'database' | 'log' | 'templates' | 'pausesMs'> {
  /** Undefined without SMTP_URL: then emails wait. */
  mail: Pick<MailWorkerOptions, 'smtp' | 'sender' | 'digestTo'> | undefined;
  turn: NonNullable<MailWorkerOptions['turn']>;
  forgetAfterDays?: number;
}

/** Milliseconds after the end of a turn in which an email that is under way may still be finished. */
const graceMs = 20_000;

const withoutMailServer = 'Emails wait: SMTP_URL is not set, so none is sent and none is lost.';

/**
 * Does what a server does all the time, for as long as one call of a function may take: sends the emails that are due, the founder's
 * news too, and deletes what is to be deleted. Several at once share the work.
 * @returns a sentence that says whether emails are sent
 * @throws DatabaseUnavailable
 */
export async function takeTurn(options: TurnOptions): Promise<string> {
  const { database, mail, turn, log, forgetAfterDays = site.forgetSilentAfterDays } = options;
  const endPresence = startPresence(database);
  try {
    const isFirstOfHour = await noteCall(database);
    await sweep(database);
    const { status, mayTry } = mail
      ? await sendEmails(options, mail)
      : { status: withoutMailServer, mayTry: false };
    if (isFirstOfHour) {
      const ends = performance.now() + turn.ms;
      await forgetSilent(database, forgetAfterDays, () => performance.now() > ends);
    }
    // Not while the mail server is in trouble: each further login may lock the account.
    if (mail?.digestTo !== undefined && mayTry)
      await sendDigest(
        { database, ...mail, to: mail.digestTo, log, findFaults: () => findFaults(database) },
        AbortSignal.timeout(graceMs),
      ).catch(() => log.warn({}, 'the news for DIGEST_TO did not go out; they are tried again'));
    return status;
  } finally {
    await endPresence();
  }
}

/** Notes that the function was called. Returns whether it is the first time in this hour. */
async function noteCall(database: Database): Promise<boolean> {
  const [row] = await database.query<{ first: boolean }>(
    `update waitlist.settings set function_called_at = clock_timestamp()
       from (select function_called_at as at from waitlist.settings for update) as before
     returning before.at is null or date_trunc('hour', before.at) < date_trunc('hour', clock_timestamp()) as first`,
  );
  return row?.first ?? false;
}

async function sendEmails(
  { database, templates, log, pausesMs, turn }: TurnOptions,
  mail: NonNullable<TurnOptions['mail']>,
): Promise<{ status: string; mayTry: boolean }> {
  const { trouble, restMs } = await readTrouble(database);
  // The call before this one has failed: each further try may make it worse.
  if (trouble && restMs > 0) return { status: `Emails wait: ${trouble.sentence}`, mayTry: false };
  const worker = startMailWorker({
    database,
    ...mail,
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

/** What is wrong with the list, and what the policy promises for today. */
async function findFaults(database: Database): Promise<string[]> {
  const reminder = erasureReminder(new Date());
  return [...(await findListFaults(database, new Date())), ...(reminder === undefined ? [] : [reminder])];
}

/** What `doctor` asks of the function that sends. */
export interface TurnStatus {
  /** How many minutes ago it was last called; null for never. */
  minutesAgo: number | null;
  /** How many emails are due and have not gone out. */
  due: number;
  /** Why none goes out, in a sentence or two; null when emails are sent. */
  why: string | null;
}

/** @throws DatabaseUnavailable */
export async function readTurnStatus(database: Database, mail: TurnOptions['mail']): Promise<TurnStatus> {
  const [row] = await database.query<{ minutesAgo: number | null; due: number }>(
    `select floor(extract(epoch from clock_timestamp() - function_called_at) / 60)::integer as "minutesAgo",
            (select count(*)::integer from waitlist.outbox where state = 'waiting' and due_at <= clock_timestamp()) as due
       from waitlist.settings`,
  );
  const { minutesAgo = null, due = 0 } = row ?? {};
  const { pausedBecause, trouble } = await readSending(database);
  const held = await countHeld(database);
  if (!mail) return { minutesAgo, due, why: withoutMailServer };
  if (pausedBecause !== null) return { minutesAgo, due, why: pausedSentence(pausedBecause) };
  if (trouble !== null && due > 0) return { minutesAgo, due, why: `Emails wait: ${trouble}` };
  return { minutesAgo, due, why: held > 0 ? floodAdvice(held) : null };
}
