import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, DatabaseUnavailable, isCollision } from '../database/database.ts';
import { storableText } from '../waitlist/storable-text.ts';
import { type ClaimedAnnouncement, openAnnouncementOutbox } from './announcement-outbox.ts';
import { createComposer, type Sender } from './compose.ts';
import { MailProblem } from './mail-problem.ts';
import { type ComposedEmail, connectToMailServer, type MailServer } from './mail-server.ts';
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
  /** For tests: how long to wait after trouble, first and at most. */
  pausesMs?: { first: number; most: number };
}

export interface MailWorker {
  /** A sentence that says whether emails are sent. */
  status(): string;
  /** Claims no further email; one under way has three seconds to finish. */
  stop(): Promise<void>;
}

type Claimed = ClaimedEmail | ClaimedAnnouncement;

/** Several, so that one slow reply does not hold up the other emails. */
const maxConnections = 4;

/** How often the outbox is polled. */
const pollMs = 1000;

/** Exponential backoff after trouble with the mail server or the database: each pause is twice as long as the one before. */
const defaultPausesMs = { first: 250, most: 60_000 };

/** So many refusals in a row, at different domains, are about the sender, whatever the replies say. */
const suspiciousDomains = 4;

/** A third of the lease in waitlist.claim_email. */
const renewLeaseMs = 10_000;

const stopTimeoutMs = 3000;

const unwritable =
  'It could not be written. Build the site and start the server again; if that does not help, plan the announcement anew under another name.';

/**
 * Sends the emails of the outbox. An email is claimed only when a connection is ready for it, and is marked as being transmitted
 * before its first byte is sent: after a crash at any moment only the emails so marked are in doubt (decision 28).
 */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { database, smtp, sender, templates, log, pausesMs = defaultPausesMs } = options;
  const worker = randomUUID();
  const outbox = openOutbox(database, worker);
  const announcements = openAnnouncementOutbox(database, worker);
  const compose = createComposer(sender);
  const stopping = new AbortController();
  const closing = new AbortController();
  const underWay = new Set<string>();
  let trouble: { sentence: string; isOf: 'database' | 'sender' | 'server' } | undefined;
  /** The emails refused since the server last took one. */
  const refused = new Map<string, { claimed: Claimed; outcome: Delivery['outcome'] }>();
  /** Those refused for the sender's sake before the server took another one: refused again, they are refused on their own account. */
  const spared = new Set<string>();

  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {});

  function noteTrouble(error: unknown): void {
    const sentence = sentenceOf(error);
    // Logged once, not at every try.
    if (sentence !== trouble?.sentence) log.warn({}, `emails wait: ${sentence}`);
    const isOf =
      error instanceof DatabaseUnavailable
        ? 'database'
        : error instanceof MailProblem && error.scope === 'sender'
          ? 'sender'
          : 'server';
    trouble = { sentence, isOf };
  }

  function noteEndOfTrouble(): void {
    if (trouble !== undefined) log.info({}, 'emails are sent again');
    trouble = undefined;
  }

  /** Stores the outcome, retrying while the database is unavailable: without it the email might be sent again. */
  async function finish({ kind, reference }: Claimed, delivery: Delivery): Promise<void> {
    const from = kind === 'welcome' ? outbox : announcements;
    const reply = storableText(delivery.reply);
    for (;;) {
      try {
        return await from.finish(reference, { ...delivery, reply });
      } catch (error) {
        const mayPass = error instanceof DatabaseUnavailable || isCollision(error);
        if (!mayPass || stopping.signal.aborted) throw error;
        await pause(pollMs);
      }
    }
  }

  const wordsOf = async (claimed: Claimed) =>
    claimed.kind === 'welcome'
      ? welcomeWords(templates.welcome, claimed, sender.siteUrl)
      : announcementWords(await announcements.words(claimed.version), claimed, sender.siteUrl);

  async function composed(claimed: Claimed): Promise<ComposedEmail> {
    try {
      return await compose({ ...claimed, words: await wordsOf(claimed) });
    } catch (error) {
      // Nothing was sent, so the email must not count as uncertain; nor is it the recipient's fault.
      const reply = error instanceof DatabaseUnavailable ? error.message : unwritable;
      await finish(claimed, { outcome: 'returned', reply, status: null });
      throw error;
    }
  }

  function noteTaken({ reference }: Claimed): void {
    for (const id of refused.keys()) spared.add(id);
    refused.clear();
    spared.delete(reference);
    noteEndOfTrouble();
  }

  /**
   * Whose fault a refusal is, by those before it. While the server refuses everybody, no recipient is given up, and those whom it
   * refused first are taken back; but an email that is refused while others are taken costs its own tries.
   */
  async function judged(claimed: Claimed, delivery: Delivery, problem: MailProblem): Promise<Delivery> {
    const { reference } = claimed;
    const isAlone = spared.delete(reference) && trouble?.isOf !== 'sender';
    if (problem.verdict === undefined || isAlone)
      return delivery.outcome === 'returned' && isAlone ? { ...delivery, outcome: 'deferred' } : delivery;
    refused.set(reference, { claimed, outcome: delivery.outcome });
    const domains = new Set([...refused.values()].map((known) => domainOf(known.claimed.email)));
    if (delivery.outcome === 'returned' || domains.size < suspiciousDomains) return delivery;
    problem.blameSender(domains.size);
    const reply = `${problem.message} It replied: ${problem.reply}`;
    const takenBack = { outcome: 'returned', reply, status: null } as const;
    for (const known of refused.values()) {
      if (known.outcome !== 'returned' && known.claimed !== claimed) await finish(known.claimed, takenBack);
      known.outcome = 'returned';
    }
    return takenBack;
  }

  async function send(server: MailServer, claimed: Claimed): Promise<void> {
    underWay.add(claimed.reference);
    try {
      const { delivery, problem } = await server.send(await composed(claimed));
      if (!problem) {
        await finish(claimed, delivery);
        noteTaken(claimed);
        return;
      }
      const { outcome, ...rest } = await judged(claimed, delivery, problem);
      await finish(claimed, { outcome, ...rest });
      if (problem.scope !== 'email') throw problem;
      log.warn({ message: claimed.reference, outcome }, problem.message);
    } finally {
      underWay.delete(claimed.reference);
    }
  }

  /** While nothing is taken from this sender, one connection alone tries an email now and then. */
  const mayTry = (index: number) => index === 0 || trouble?.isOf !== 'sender';

  async function sendDueEmails(index: number): Promise<void> {
    const server = await connectToMailServer(smtp, closing.signal);
    try {
      while (!stopping.signal.aborted && server.isOpen() && mayTry(index)) {
        // Welcome emails first: someone who has just joined is waiting, and an announcement can wait.
        const next = (await outbox.claim()) ?? (await announcements.claim());
        if ('reference' in next) await send(server, next);
        // During a short pause of an announcement the connection stays open, or each email would need a login.
        else if (next.pauseMs !== undefined && next.pauseMs <= pollMs) await pause(next.pauseMs);
        else return;
      }
    } finally {
      server.close();
    }
  }

  async function runLoop(index: number): Promise<void> {
    // The loops start at different moments, so that one email does not open four connections.
    await pause((pollMs / maxConnections) * index);
    let pauseMs = pausesMs.first;
    while (!stopping.signal.aborted) {
      try {
        const isDue = mayTry(index) && (await outbox.isDue());
        // The mail server may be in trouble still, and says so only when an email is sent.
        if (trouble?.isOf === 'database') noteEndOfTrouble();
        if (isDue) {
          await sendDueEmails(index);
          pauseMs = pausesMs.first;
        }
        await pause(pollMs);
      } catch (error) {
        noteTrouble(error);
        await pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, pausesMs.most);
      }
    }
  }

  const leaseTimer = setInterval(() => {
    if (underWay.size > 0) void outbox.renewLease([...underWay]).catch(() => {});
  }, renewLeaseMs);
  const allStopped = Promise.all(Array.from({ length: maxConnections }, (_, index) => runLoop(index)));

  return {
    status: () => (trouble === undefined ? 'Emails are sent.' : `Emails wait: ${trouble.sentence}`),
    async stop() {
      stopping.abort();
      await Promise.race([allStopped, wait(stopTimeoutMs, undefined, { ref: false })]);
      closing.abort(new Error('The worker stops.'));
      await allStopped;
      clearInterval(leaseTimer);
    },
  };
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** The messages of other errors are not logged, because they may quote an address. */
function sentenceOf(error: unknown): string {
  const isSafe = error instanceof MailProblem || error instanceof DatabaseUnavailable;
  return isSafe ? error.message : 'An email could not be written, or its outcome could not be stored.';
}
