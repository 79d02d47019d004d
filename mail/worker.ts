import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import type { Database } from '../database/open-database.ts';
import { type ClaimedAnnouncement, openAnnouncementOutbox } from './announcement-outbox.ts';
import { createComposer, type Sender } from './compose.ts';
import { MailProblem } from './mail-problem.ts';
import { connectToMailServer, type MailServer } from './mail-server.ts';
import { type ClaimedEmail, type Delivery, openOutbox } from './outbox.ts';
import { announcementWords, welcomeWords } from './own-words.ts';
import type { SmtpAddress } from './smtp-address.ts';
import type { EmailTemplates } from './templates.ts';

interface WorkerLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface MailWorkerOptions {
  database: Database;
  smtp: SmtpAddress;
  sender: Sender;
  templates: Pick<EmailTemplates, 'welcome'>;
  log: WorkerLog;
}

export interface MailWorker {
  /** In words, for whoever asks whether emails are sent. */
  status(): string;
  /** Takes no further message; one under way has three seconds for its reply. */
  stop(): Promise<void>;
}

type Claimed = ClaimedEmail | ClaimedAnnouncement;

/** Conversations at once: one slow reply does not hold up the rest. */
const lanes = 4;

/** How long until a new message is noticed. */
const pollMs = 1000;

/** Pauses after trouble with the mail server: the first, each next one twice as long, up to the last. */
const firstPauseMs = 250;
const lastPauseMs = 60_000;

/** A third of the lease in waitlist.claim_email. */
const keepMs = 10_000;

const stopMs = 3000;

/**
 * Sends what the outbox holds. A message is claimed only on a connection that is ready for it, and is marked as being
 * transmitted before the first byte of it: a crash at any moment leaves no doubt but about those (decision 28).
 */
export function startMailWorker({ database, smtp, sender, templates, log }: MailWorkerOptions): MailWorker {
  const worker = randomUUID();
  const outbox = openOutbox(database, worker);
  const announcements = openAnnouncementOutbox(database, worker);
  const compose = createComposer(sender);
  const stopping = new AbortController();
  const cutting = new AbortController();
  const underWay = new Set<string>();
  let trouble: string | undefined;

  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {});

  function noteTrouble(sentence: string): void {
    // Once, and not at each of many tries.
    if (sentence !== trouble) log.warn({}, `emails wait: ${sentence}`);
    trouble = sentence;
  }

  function noteSent(): void {
    if (trouble !== undefined) log.info({}, 'the mail server takes emails again');
    trouble = undefined;
  }

  /** What became of a message must be written down, or it would be sent again: as long as the database is away, again. */
  async function finish({ kind, reference }: Claimed, delivery: Delivery): Promise<void> {
    const from = kind === 'welcome' ? outbox : announcements;
    for (;;) {
      try {
        return await from.finish(reference, delivery);
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        await pause(pollMs);
      }
    }
  }

  const wordsOf = (claimed: Claimed) =>
    claimed.kind === 'welcome'
      ? welcomeWords(templates.welcome, claimed, sender.siteUrl)
      : announcementWords(claimed, sender.siteUrl);

  async function send(server: MailServer, claimed: Claimed): Promise<void> {
    underWay.add(claimed.reference);
    try {
      const { delivery, problem } = await server.send(await compose({ ...claimed, words: wordsOf(claimed) }));
      await finish(claimed, delivery);
      if (!problem) noteSent();
      else if (!problem.ofEmail) throw problem;
      else log.warn({ message: claimed.reference, outcome: delivery.outcome }, problem.message);
    } finally {
      underWay.delete(claimed.reference);
    }
  }

  async function converse(): Promise<void> {
    const server = await connectToMailServer(smtp, cutting.signal);
    try {
      while (!stopping.signal.aborted) {
        // Whoever has just joined waits for it; news can wait.
        const next = (await outbox.claim()) ?? (await announcements.claim());
        if ('reference' in next) await send(server, next);
        // An announcement's pace is no reason to log in for each of its emails.
        else if (next.pauseMs !== undefined && next.pauseMs <= pollMs) await pause(next.pauseMs);
        else return;
      }
    } finally {
      server.close();
    }
  }

  async function runLane(number: number): Promise<void> {
    // Side by side, so that one message does not open four connections.
    await pause((pollMs / lanes) * number);
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      try {
        if (await outbox.isDue()) {
          await converse();
          pauseMs = firstPauseMs;
        }
        await pause(pollMs);
      } catch (error) {
        noteTrouble(sentenceOf(error));
        await pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, lastPauseMs);
      }
    }
  }

  const keeping = setInterval(() => {
    if (underWay.size > 0) void outbox.keep([...underWay]).catch(() => {});
  }, keepMs);
  const ended = Promise.all(Array.from({ length: lanes }, (_, number) => runLane(number)));

  return {
    status: () => (trouble === undefined ? 'Emails are sent.' : `Emails wait: ${trouble}`),
    async stop() {
      stopping.abort();
      await Promise.race([ended, wait(stopMs, undefined, { ref: false })]);
      cutting.abort();
      await ended;
      clearInterval(keeping);
    },
  };
}

/** Another error's message may quote an address. */
function sentenceOf(error: unknown): string {
  const isSafe = error instanceof MailProblem || error instanceof DatabaseUnavailable;
  return isSafe ? error.message : 'An email could not be written.';
}
