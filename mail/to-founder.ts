import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { createComposer, type Sender } from './compose.ts';
import { MailError } from './mail-error.ts';
import { connectToMailServer } from './mail-server.ts';
import type { SmtpAddress } from './smtp-address.ts';

/** How the founder is written to. */
export interface FounderMail {
  smtp: SmtpAddress;
  sender: Sender;
  /** The founder's address (DIGEST_TO). */
  to: string;
}

/** What the founder is told now and then. */
export interface News {
  /** Its row of `waitlist.founder_news`. */
  name: 'digest' | 'flood';
  /** The founder is told at most once in this time. */
  everyHours: number;
  /** After a try that failed no process tries again for so long. */
  pauseMinutes: number;
}

/** The time of which the founder has not been told yet. ISO 8601, UTC. */
interface Period {
  since: string;
  until: string;
}

export interface Words {
  subject: string;
  text: string;
}

interface Telling extends FounderMail {
  database: Database;
  news: News;
  /** Returns undefined if there is nothing to say. Then the founder counts as told. */
  write(period: Period): Promise<Words | undefined>;
  signal: AbortSignal;
}

/** Minutes that one process has to tell the news: longer than a mail server may take. One that is killed leaves them to the next. */
const claimMinutes = 30;

/**
 * Tells the founder the news by email, if it is time and no other process is at it.
 * @throws MailError, DatabaseUnavailable: it is tried again after the pause, unless it was rejected for good
 */
export async function tellFounder({ database, news, write, signal, ...mail }: Telling): Promise<void> {
  const { name, everyHours, pauseMinutes } = news;
  const [period] = await database.query<Period>('select since, until from waitlist.claim_news($1, $2)', [
    name,
    claimMinutes,
  ]);
  if (!period) return;
  const { until } = period;
  const finish = () =>
    database.query('select waitlist.finish_news($1, $2::timestamptz, $3)', [name, until, everyHours]);
  const putOff = () =>
    database.query('select waitlist.put_off_news($1, $2::timestamptz, $3)', [name, until, pauseMinutes]);
  try {
    const words = await write(period);
    if (words) await sendToFounder(mail, words, signal);
    await finish();
  } catch (error) {
    const isRejected =
      error instanceof MailError && error.culprit === 'recipient' && error.verdict !== 'deferred';
    if (isRejected) await finish();
    else await putOff();
    throw error;
  }
}

async function sendToFounder(
  { smtp, sender, to }: FounderMail,
  words: Words,
  signal: AbortSignal,
): Promise<void> {
  const server = await connectToMailServer(smtp, signal);
  try {
    const messageId = randomUUID().replaceAll('-', '');
    const { error } = await server.send(await createComposer(sender)({ messageId, address: to, words }));
    if (error) throw error;
  } finally {
    server.close();
  }
}

/** Why the founder was not told, for the log. The messages of other errors may quote what is stored. */
export function whyNotTold(error: unknown): string {
  return error instanceof MailError ? error.message : 'the list or the mail server did not answer.';
}
