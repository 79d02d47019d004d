import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { isoOf } from '../waitlist/entries.ts';
import { createComposer, type Sender } from './compose.ts';
import { MailProblem } from './mail-problem.ts';
import { connectToMailServer } from './mail-server.ts';
import type { SmtpAddress } from './smtp-address.ts';

export interface DigestOptions {
  database: Database;
  smtp: SmtpAddress;
  sender: Sender;
  /** The founder's address (DIGEST_TO). */
  to: string;
  log: { warn(facts: object, message: string): void };
  /** What is wrong, a sentence or two each. */
  findFaults?: (signal: AbortSignal) => Promise<string[]>;
}

/** What a day brought: numbers only, nobody's address; `since` in ISO 8601, UTC. */
type News = { since: string } & Record<'joined' | 'confirmed' | 'left' | 'bounced', number>;

/** One row for the first process after a day. Without `limit` PostgreSQL expects 136,000 and compiles (JIT) for half a second. */
const claimNews = `
  with due as (
    select digested_at as since from waitlist.settings where digested_at <= clock_timestamp() - interval '1 day' for update
  ), claimed as (
    update waitlist.settings set digested_at = clock_timestamp() from due returning due.since
  )
  select ${isoOf('since', 'SS.US')} as since, (select count(*) from waitlist.entries where joined_at > since)::int as joined,
         (select count(*) from waitlist.evidence where event = 'confirmed' and at > since)::int as confirmed,
         (select count(*) from waitlist.evidence where event = 'withdrew' and at > since)::int as left,
         (select count(*) from waitlist.suppressions
           where reason in ('bounce', 'complaint') and noted_at > since)::int as bounced
    from claimed limit 1`;

/**
 * Sends the founder one email a day when something happened. What the mail server does not take is tried again in an hour; what it
 * refuses for good is logged. The returned function ends it and resolves when nothing is under way.
 */
export function startDigest(options: DigestOptions): () => Promise<void> {
  const stopping = new AbortController();
  let underWay: Promise<void> = Promise.resolve();
  const send = () => {
    underWay = underWay
      .then(() => sendDigest(options, stopping.signal))
      .catch((error) => options.log.warn({}, `the news for DIGEST_TO did not go out: ${sentenceOf(error)}`));
  };
  send();
  const timer = setInterval(send, 3_600_000).unref();
  return () => {
    clearInterval(timer);
    stopping.abort(new Error('The server stops.'));
    return underWay;
  };
}

/** Sends it if a day has passed and there is news. @throws MailProblem, DatabaseUnavailable: it is tried again, unless it was refused */
export async function sendDigest(options: DigestOptions, signal: AbortSignal): Promise<void> {
  const { database, smtp, sender, to, findFaults = askDoctor } = options;
  const [news] = await database.query<News>(claimNews);
  if (!news) return;
  try {
    const words = digestWords(news, await findFaults(signal));
    if (!words) return;
    const server = await connectToMailServer(smtp, signal);
    try {
      const messageId = randomUUID().replaceAll('-', '');
      const { problem } = await server.send(await createComposer(sender)({ messageId, email: to, words }));
      if (problem) throw problem;
    } finally {
      server.close();
    }
  } catch (error) {
    const isRefused = error instanceof MailProblem && error.scope === 'email' && error.verdict !== 'later';
    if (!isRefused)
      await database.query('update waitlist.settings set digested_at = $1::timestamptz', [news.since]);
    throw error;
  }
}

/** The email; undefined when nothing happened and nothing is wrong. */
function digestWords({ since, ...counts }: News, faults: string[]) {
  const happened = Object.entries(counts).filter(([, people]) => people > 0);
  if (happened.length === 0 && faults.length === 0) return undefined;
  const summary = happened.map(([what, people]) => `${people} ${what}`);
  const toDo = faults.length === 0 ? [] : [`${faults.length} to put right`];
  const lines = [
    `Since ${since.slice(0, 16).replace('T', ' ')} UTC: ${summary.join(', ') || 'nobody joined, confirmed or left'}.`,
    ...faults.map((fault) => `\nTo put right: ${fault}`),
    '\nMore: npm run waitlist -- stats. This email comes once a day at most, to the address in DIGEST_TO.',
  ];
  return {
    subject: `${site.name} waitlist: ${[...summary, ...toDo].join(', ')}`,
    text: `${lines.join('\n')}\n`,
  };
}

/** What `doctor` says of this server, apart from the samples in its words. It is a process of its own: it asks the public address. */
function askDoctor(signal: AbortSignal): Promise<string[]> {
  const file = join(import.meta.dirname, '../cli/index.ts');
  const call = [file, 'doctor', '--only', 'settings,list,mail,address,backend', '--json', 'finding'];
  return new Promise((resolve) => {
    execFile(process.execPath, call, { signal, timeout: 120_000 }, (_, printed) => {
      try {
        resolve(JSON.parse(printed).map(({ finding }: { finding: string }) => finding));
      } catch {
        resolve(['doctor did not answer: run npm run waitlist -- doctor.']);
      }
    });
  });
}

/** The messages of other errors may quote what is stored. */
const sentenceOf = (error: unknown) =>
  error instanceof MailProblem ? error.message : 'the list or the mail server did not answer.';
