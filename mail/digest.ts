import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { countListChanges, countPeople, type Figures, type ListChanges } from '../waitlist/figures.ts';
import { countSoonForgotten, soonForgottenSentence } from '../waitlist/silent.ts';
import type { MailLog } from './mail-log.ts';
import { type FounderMail, type News, tellFounder, type Words, whyNotTold } from './to-founder.ts';

export interface DigestOptions extends FounderMail {
  database: Database;
  log: Pick<MailLog, 'warn'>;
  /** What is wrong, a sentence or two each. */
  findFaults(signal: AbortSignal): Promise<string[]>;
}

/** A server looks every hour whether a day has passed. A function may look each minute. */
const lookMs = 3_600_000;

const digest: News = {
  name: 'digest',
  everyHours: 24,
  // A little less than the hour after which a server looks again, or it would miss it.
  pauseMinutes: 55,
};

/**
 * Sends the founder one email a day when something happened. What the mail server defers is tried again in an hour; what it
 * rejects for good is logged. The returned function ends it and resolves when nothing is under way.
 */
export function startDigest(options: DigestOptions): () => Promise<void> {
  const stopping = new AbortController();
  let underWay: Promise<void> = Promise.resolve();
  const send = () => {
    underWay = underWay
      .then(() => sendDigest(options, stopping.signal))
      .catch((error) => options.log.warn({}, digestFailureSentence(error)));
  };
  send();
  const timer = setInterval(send, lookMs).unref();
  return () => {
    clearInterval(timer);
    stopping.abort(new Error('The server stops.'));
    return underWay;
  };
}

/**
 * Sends it if a day has passed and there is something to say. Only then does it count as sent.
 * @throws MailError, DatabaseUnavailable: it is tried again, unless it was rejected
 */
export function sendDigest(options: DigestOptions, signal: AbortSignal): Promise<void> {
  const { database, findFaults } = options;
  return tellFounder({
    ...options,
    news: digest,
    signal,
    write: async ({ since, until }) =>
      digestWords({
        since,
        changes: await countListChanges(database, since, until),
        faults: await findFaults(signal),
        figures: await countPeople(database),
        soonForgotten: await countSoonForgotten(database),
      }),
  });
}

/** What each of the changes is called. */
const changesInWords: Record<keyof ListChanges, string> = {
  joined: 'joined',
  confirmed: 'confirmed',
  left: 'left',
  notMe: 'said it was not them',
  complained: 'complained',
  unreachable: 'can no longer be reached',
  erased: 'erased',
};

interface Day {
  since: string;
  changes: ListChanges;
  faults: string[];
  figures: Figures;
  /** How many will soon be forgotten because they have not answered. */
  soonForgotten: number;
}

/** The email; undefined when nothing happened and nothing is wrong. */
function digestWords({ since, changes, faults, figures, soonForgotten }: Day): Words | undefined {
  const happened = Object.entries(changesInWords).filter(([what]) => changes[what as keyof ListChanges] > 0);
  if (happened.length === 0 && faults.length === 0) return undefined;
  const summary = happened.map(([what, words]) => `${changes[what as keyof ListChanges]} ${words}`);
  const toDo = faults.length === 0 ? [] : [`${faults.length} to put right`];
  const { onList, confirmed, unanswered, unreachable } = figures;
  const lines = [
    `Since ${since.slice(0, 16).replace('T', ' ')} UTC: ${summary.join(', ') || 'nobody joined, confirmed or left'}.`,
    `On the list: ${onList} (${confirmed} confirmed, ${unanswered} unanswered, ${unreachable} unreachable).`,
    ...(soonForgotten > 0 ? [soonForgottenSentence(soonForgotten)] : []),
    ...faults.map((fault) => `\nTo put right: ${fault}`),
    '\nMore: npm run waitlist -- stats. This email comes once a day at most, to the address in DIGEST_TO.',
  ];
  return {
    subject: `${site.name} waitlist: ${[...summary, ...toDo].join(', ')}`,
    text: `${lines.join('\n')}\n`,
  };
}

/** Says in the log why the digest did not go out. */
export const digestFailureSentence = (error: unknown): string =>
  `the news for DIGEST_TO did not go out: ${whyNotTold(error)}`;
