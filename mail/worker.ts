import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, isCollision } from '../database/database.ts';
import { createComposer } from './compose.ts';
import { type DigestOptions, startDigest } from './digest.ts';
import { wordsFor } from './fill-emails.ts';
import { MailProblem } from './mail-problem.ts';
import { type ComposedEmail, connectToMailServer, type MailServer } from './mail-server.ts';
import { type ClaimedEmail, type Delivery, openOutbox } from './outbox.ts';
import { noteTrouble } from './sending.ts';
import type { EmailTemplates } from './templates.ts';

export interface MailWorkerOptions extends Pick<DigestOptions, 'database' | 'smtp' | 'sender'> {
  templates: EmailTemplates;
  /** Who gets the news of each day; undefined for nobody. */
  digestTo?: string | undefined;
  log: Record<'info' | 'warn', (facts: object, message: string) => void>;
  /** After trouble with the mail server or the database: each pause is twice as long as the one before. Tests wait less. */
  pausesMs?: { first: number; most: number };
}

/** Several, so that one slow reply does not hold up the other emails. */
const maxConnections = 4;

const pollMs = 1000;

/** Refusals in a row at so many domains, or so many in all, are about the sender, whatever the replies say. */
const suspiciousDomains = 4;
const suspiciousRefusals = 10;

/** A third of the lease in waitlist.claim_email. */
const renewLeaseMs = 10_000;

const unwritable =
  'It could not be written. Build the site and start the server again; if that does not help, plan the announcement anew under another name.';

/**
 * Sends the emails of the outbox. An email is claimed when a connection is ready for it, and marked before its first byte is
 * sent: after a crash at any moment only those so marked are in doubt (decision 28).
 */
export function startMailWorker(options: MailWorkerOptions) {
  const { database, smtp, sender, templates, digestTo, log } = options;
  const { pausesMs = { first: 250, most: 60_000 } } = options;
  const worker = randomUUID();
  const outbox = openOutbox(database, worker);
  const compose = createComposer(sender);
  const stopping = new AbortController();
  const closing = new AbortController();
  const underWay = new Set<string>();
  let trouble: { sentence: string; isOf: 'database' | 'sender' | 'server' } | undefined;
  /** Why all mail is paused, as the last poll read it. */
  let paused: string | null = null;
  /** The emails refused since the server last took one. */
  const refused = new Map<string, { claimed: ClaimedEmail; outcome: Delivery['outcome'] }>();
  /** Those refused before the server took another one: refused again, they are refused on their own account. */
  const spared = new Set<string>();

  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function noteError(error: unknown): Promise<void> {
    // The messages of other errors are not logged, because they may quote an address.
    const sentence =
      error instanceof MailProblem || error instanceof DatabaseUnavailable
        ? error.message
        : 'An email could not be written, or its outcome could not be stored.';
    // Logged once, not at every try.
    if (sentence !== trouble?.sentence) log.warn({}, `emails wait: ${sentence}`);
    const isOfSender = error instanceof MailProblem && error.scope === 'sender';
    trouble = { sentence, isOf: isOfSender ? 'sender' : isOfDatabase(error) ? 'database' : 'server' };
    if (!isOfDatabase(error)) await noteTrouble(database, sentence).catch(() => {});
  }

  async function noteEndOfTrouble(): Promise<void> {
    if (trouble === undefined) return;
    log.info({}, 'emails are sent again');
    const wasOf = trouble.isOf;
    trouble = undefined;
    if (wasOf !== 'database') await noteTrouble(database, null).catch(() => {});
  }

  /** Stores the outcome, retrying while the database is unavailable: without it the email might be sent again. */
  async function finish(claimed: ClaimedEmail, delivery: Delivery): Promise<void> {
    for (;;) {
      try {
        return await outbox.finish(claimed.messageId, delivery);
      } catch (error) {
        const mayPass = isOfDatabase(error) || isCollision(error);
        if (!mayPass || stopping.signal.aborted) throw error;
        await pause(pollMs);
      }
    }
  }

  async function composed(claimed: ClaimedEmail): Promise<ComposedEmail> {
    try {
      const { kind, messageId, email, links, tokens } = claimed;
      const words = wordsFor(claimed.words ?? templates[kind], claimed, sender.siteUrl);
      const canLeave = links.includes('leave');
      return await compose({ messageId, email, words, ...(canLeave && { tokens }) });
    } catch (error) {
      // Nothing was sent, so the email must not count as uncertain; nor is it the recipient's fault.
      await finish(claimed, { outcome: 'sender_fault', reply: unwritable, verdict: null });
      throw error;
    }
  }

  /**
   * Whose fault a refusal is, by those before it. While the server refuses everybody, no recipient is given up, and those whom it
   * refused first are taken back; but an email that is refused while others are taken costs its own tries.
   */
  async function judged(claimed: ClaimedEmail, delivery: Delivery, problem: MailProblem): Promise<Delivery> {
    const { messageId } = claimed;
    const isAlone = spared.delete(messageId) && trouble?.isOf !== 'sender';
    if (problem.verdict === undefined || isAlone)
      return delivery.outcome === 'sender_fault' && isAlone ? { ...delivery, outcome: 'deferred' } : delivery;
    refused.set(messageId, { claimed, outcome: delivery.outcome });
    const domains = new Set([...refused.values()].map((known) => known.claimed.email.replace(/.*@/, '')));
    const isRun = domains.size >= suspiciousDomains || refused.size >= suspiciousRefusals;
    if (delivery.outcome === 'sender_fault' || !isRun) return delivery;
    problem.blameSender();
    const takenBack = { outcome: 'sender_fault', reply: problem.advice, verdict: null } as const;
    for (const known of refused.values()) {
      if (known.outcome !== 'sender_fault' && known.claimed !== claimed)
        await finish(known.claimed, takenBack);
      known.outcome = 'sender_fault';
    }
    return takenBack;
  }

  async function send(server: MailServer, claimed: ClaimedEmail): Promise<void> {
    underWay.add(claimed.messageId);
    try {
      const { delivery, problem } = await server.send(await composed(claimed));
      if (!problem) {
        await finish(claimed, delivery);
        for (const id of refused.keys()) spared.add(id);
        refused.clear();
        spared.delete(claimed.messageId);
        return await noteEndOfTrouble();
      }
      const judgement = await judged(claimed, delivery, problem);
      await finish(claimed, judgement);
      if (problem.scope !== 'email') throw problem;
      log.warn({ message: claimed.messageId, outcome: judgement.outcome }, problem.message);
    } finally {
      underWay.delete(claimed.messageId);
    }
  }

  /** While nothing is taken from this sender, one connection alone tries an email now and then. */
  const mayTry = (index: number) => index === 0 || trouble?.isOf !== 'sender';

  async function sendDueEmails(index: number): Promise<void> {
    const server = await connectToMailServer(smtp, closing.signal);
    try {
      while (!stopping.signal.aborted && server.isOpen() && mayTry(index)) {
        const { claimed, pauseMs } = await outbox.claim();
        if (claimed) await send(server, claimed);
        // During a short pause of an announcement the connection stays open, or each email would need a login.
        else if (pauseMs !== undefined && pauseMs <= pollMs) await pause(pauseMs);
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
        const look = await outbox.look();
        const isDue = mayTry(index) && look.dueInMs === 0;
        paused = look.pausedBecause;
        // The mail server may be in trouble still, and says so only when an email is sent.
        if (trouble?.isOf === 'database') await noteEndOfTrouble();
        if (isDue) {
          await sendDueEmails(index);
          pauseMs = pausesMs.first;
        }
        await pause(pollMs);
      } catch (error) {
        await noteError(error);
        await pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, pausesMs.most);
      }
    }
  }

  const leaseTimer = setInterval(() => {
    if (underWay.size > 0) void outbox.renewLease([...underWay]).catch(() => {});
  }, renewLeaseMs);
  const allStopped = Promise.all(Array.from({ length: maxConnections }, (_, index) => runLoop(index)));
  const stopDigest =
    digestTo === undefined ? undefined : startDigest({ database, smtp, sender, to: digestTo, log });

  return {
    /** A sentence that says whether emails are sent. */
    status() {
      if (paused !== null) return `Emails wait: sending is paused (${paused}).`;
      return trouble === undefined ? 'Emails are sent.' : `Emails wait: ${trouble.sentence}`;
    },
    /** Claims no further email; one under way has three seconds to finish. */
    async stop() {
      stopping.abort();
      await Promise.race([allStopped, wait(3000, undefined, { ref: false })]);
      closing.abort(new Error('The worker stops.'));
      await Promise.all([allStopped, stopDigest?.()]);
      clearInterval(leaseTimer);
    },
  };
}

const isOfDatabase = (error: unknown) => error instanceof DatabaseUnavailable;
