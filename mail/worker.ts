import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { site } from '../content/site.ts';
import { DatabaseUnavailable, isCollision } from '../database/database.ts';
import { beginScheduled } from './announcements.ts';
import { createBell } from './bell.ts';
import { createComposer } from './compose.ts';
import { type DigestOptions, startDigest } from './digest.ts';
import { unsubscribeLink, wordsFor } from './fill-emails.ts';
import { createFloodAlarm } from './flood.ts';
import { MailProblem } from './mail-problem.ts';
import { type ComposedEmail, connectToMailServer, LoginRefused, type MailServer } from './mail-server.ts';
import { type Claim, type ClaimedEmail, type Delivery, openOutbox } from './outbox.ts';
import {
  type MailEvent,
  type MailState,
  next,
  noEventYet,
  type Pauses,
  restAfter,
  type Trouble,
} from './refusals.ts';
import { emailsAreSent, noteTrouble, whyEmailsWait } from './sending.ts';
import type { EmailTemplates } from './templates.ts';

export interface MailWorkerOptions extends Pick<DigestOptions, 'database' | 'smtp' | 'sender'> {
  templates: EmailTemplates;
  /** The address that gets the news of each day, and of a flood; undefined for none. */
  digestTo?: string | undefined;
  /** What is wrong, for the news of each day: a sentence or two each. Without it they are not sent. */
  findFaults?: DigestOptions['findFaults'];
  log: Record<'info' | 'warn', (facts: object, message: string) => void>;
  /** After how many days people who have not answered are reminded; 0 for never. */
  reminderAfterDays?: number;
  /** After trouble with the mail server or the database each pause is twice as long as the one before. */
  pausesMs?: Pauses;
  /** Makes it end by itself: when nothing more is due in that time, or so many emails were claimed. For a function, which is called again. */
  turn?: { ms: number; emails: number };
  /** What the last worker has noted: a turn goes on from there. */
  trouble?: Trouble | undefined;
}

/** Several, so that one slow reply does not hold up the other emails. */
const maxConnections = 4;

/** Between two connections that are made. */
const connectPauseMs = 250;

/** Until a further connection is tried beside others, after one that failed: a provider may allow fewer than ours. */
const furtherPauseMs = 10_000;

/** How often the outbox is asked by a worker that nobody tells of emails, and by any other for a while after it was told. */
const pollMs = 1000;
const pollAfterBusyMs = 10_000;

/** How often a worker asks that is told: a notification may be missed. */
const idlePollMs = 30_000;

/** A third of waitlist.lease(). */
const renewLeaseMs = 10_000;

const unwritable =
  'It could not be written. Build the site again, and start the server again or deploy the function; if that does not help, plan the announcement under another name.';

/**
 * Sends the emails of the outbox. One loop looks for emails that are due, connects, and claims an email only on a connection that is
 * ready for it. Each connection then sends one email after another until none is due. An email is marked before its first byte is
 * sent: after a crash at any moment only those so marked are in doubt (decision 28).
 */
export function startMailWorker(options: MailWorkerOptions) {
  const { database, smtp, sender, templates, digestTo, findFaults, log, turn } = options;
  const { pausesMs = { first: 250, most: 60_000 }, reminderAfterDays = site.reminderAfterDays } = options;
  const worker = randomUUID();
  const outbox = openOutbox(database, worker);
  const compose = createComposer(sender);
  const stopping = new AbortController();
  /** A turn is over: nothing more is claimed, and what is under way is finished in peace. */
  let isOver = false;
  const closing = new AbortController();
  const bell = createBell(stopping.signal);
  const floodAlarm = createFloodAlarm({ database, smtp, sender, to: digestTo, log });
  const connections = new Set<Promise<void>>();
  const underWay = new Set<string>();

  /** It changes only in `note`, at once: no connection acts on what was true before it waited. */
  let state: MailState = { ...noEventYet, trouble: options.trouble };
  /** When the next try is due, if there is trouble, by performance.now(). */
  let restsUntil = 0;
  /** The same for a connection beside others. */
  let mayAddFrom = 0;
  let storedTrouble = options.trouble;
  let databaseTrouble: string | undefined;
  /** Why all mail is paused, as the outbox said last. */
  let paused: string | null = null;
  /** How many emails wait because of a flood, as the outbox said last. */
  let held = 0;
  let busyUntil = 0;

  const turnEnds = performance.now() + (turn?.ms ?? Infinity);
  let claims = 0;

  const hear = () => {
    busyUntil = performance.now() + pollAfterBusyMs;
    bell.ring();
  };
  const listening = turn ? undefined : database.listen?.('waitlist_outbox', hear);

  function endTurn(): void {
    isOver = true;
    bell.ring();
  }

  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {});

  function note(event: MailEvent): void {
    const before = state.trouble;
    state = next(state, event);
    const { trouble } = state;
    if (trouble === before) return;
    const restMs = trouble === undefined ? 0 : restAfter(trouble, pausesMs);
    restsUntil = performance.now() + restMs;
    bell.ring();
    if (trouble === undefined) log.info({}, 'emails are sent again');
    // Logged once, not at every try.
    else if (trouble.sentence !== before?.sentence) log.warn({ restMs }, `emails wait: ${trouble.sentence}`);
  }

  /** Only the problems of mail say what happened: the messages of other errors may quote an address. */
  function noteFailure(error: unknown): void {
    const sentence =
      error instanceof MailProblem
        ? error.message
        : 'An email could not be written, or its outcome could not be stored.';
    note({ failed: { cause: error instanceof LoginRefused ? 'login' : 'other', sentence } });
  }

  /** Stores the outcome, retrying while the database is unavailable: without it the email might be sent again. */
  async function finish(messageId: string, delivery: Delivery): Promise<void> {
    for (;;) {
      try {
        return await outbox.finish(messageId, delivery);
      } catch (error) {
        const mayPass = error instanceof DatabaseUnavailable || isCollision(error);
        if (!mayPass || stopping.signal.aborted) throw error;
        await pause(pollMs);
      }
    }
  }

  async function composed(claimed: ClaimedEmail): Promise<ComposedEmail> {
    try {
      const { kind, messageId, email } = claimed;
      const words = wordsFor(claimed.words ?? templates[kind], claimed, sender);
      const unsubscribe = unsubscribeLink(claimed, sender);
      return await compose({ messageId, email, words, unsubscribe });
    } catch (error) {
      // Nothing was sent, so the email must not count as uncertain; nor is it the recipient's fault.
      await finish(claimed.messageId, { outcome: 'sender_fault', reply: unwritable, verdict: null });
      throw error;
    }
  }

  /** Notes at once that an email was not taken. Returns what is to be stored, and of which emails. */
  function noteRefused(
    claimed: ClaimedEmail,
    delivery: Delivery,
    problem: MailProblem,
  ): Map<string, Delivery> {
    const { messageId, email } = claimed;
    // Without a reply it says nothing about anybody.
    if (problem.verdict === undefined) {
      noteFailure(problem);
      return new Map([[messageId, delivery]]);
    }
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const blamesSender = delivery.outcome === 'sender_fault';
    note({ refused: { messageId, domain, blames: blamesSender ? 'sender' : 'email' } });
    const { bearer, takenBack } = state;
    if (bearer === 'sender') {
      if (!blamesSender) problem.blameSender();
      noteFailure(problem);
      const forgiven: Delivery = { outcome: 'sender_fault', reply: problem.advice, verdict: null };
      return new Map([...takenBack, messageId].map((id) => [id, forgiven]));
    }
    if (problem.scope !== 'email') noteFailure(problem);
    const outcome = blamesSender ? 'deferred' : delivery.outcome;
    log.warn({ message: messageId, outcome }, problem.message);
    return new Map([[messageId, { ...delivery, outcome }]]);
  }

  /** Returns whether another email can be sent on this connection. @throws DatabaseUnavailable while the worker stops */
  async function send(server: MailServer, claimed: ClaimedEmail): Promise<boolean> {
    const { messageId } = claimed;
    underWay.add(messageId);
    try {
      const { delivery, problem } = await server.send(await composed(claimed));
      if (problem === undefined) {
        note({ taken: messageId });
        await finish(messageId, delivery);
        return true;
      }
      for (const [id, outcome] of noteRefused(claimed, delivery, problem)) await finish(id, outcome);
      return problem.scope === 'email';
    } finally {
      underWay.delete(messageId);
    }
  }

  /** Sends what was claimed, and then what is due, until nothing is. While there is trouble, one connection alone goes on. */
  async function sendOn(server: MailServer, first: ClaimedEmail): Promise<void> {
    let goesOn = await send(server, first);
    while (goesOn && server.isOpen()) {
      if (state.trouble !== undefined && connections.size > 1) return;
      const { claimed, pauseMs } = await claimUnlessStopping();
      if (claimed) goesOn = await send(server, claimed);
      // During a short pause of an announcement the connection stays open, or each email would need a login.
      else if (pauseMs !== undefined && pauseMs <= pollMs) await pause(pauseMs);
      else return;
    }
  }

  async function claimUnlessStopping(): Promise<Claim> {
    if (turn && (claims >= turn.emails || performance.now() >= turnEnds)) endTurn();
    if (isOver || stopping.signal.aborted) return {};
    claims += 1;
    const claim = await outbox.claim();
    if (!claim.claimed) claims -= 1;
    return claim;
  }

  /** Connects and claims an email; the connection sends it, and others, while this returns. */
  async function connect(): Promise<void> {
    const server = await connectToMailServer(smtp, closing.signal);
    const { claimed } = await claimUnlessStopping().catch((error) => {
      server.close();
      throw error;
    });
    if (!claimed) {
      server.close();
      return;
    }
    const connection = sendOn(server, claimed)
      .catch((error) => {
        // The loop meets a database that is away by itself.
        if (!(error instanceof DatabaseUnavailable)) noteFailure(error);
      })
      .finally(() => {
        server.close();
        connections.delete(connection);
        bell.ring();
      });
    connections.add(connection);
  }

  /** For `doctor`, for other processes and for later. */
  async function storeTrouble(): Promise<void> {
    if (state.trouble === storedTrouble) return;
    const { trouble } = state;
    await noteTrouble(database, trouble ?? null, trouble && restAfter(trouble, pausesMs));
    storedTrouble = trouble;
  }

  /** Begins with an announcement whose time has come: within half a minute, which is how often an idle worker looks. */
  async function beginDue(): Promise<void> {
    const begun = await beginScheduled(database);
    if (begun === undefined) return;
    const { name, startsAt, minutesLate } = begun;
    const late = minutesLate > 0 ? `, ${minutesLate} min after that` : '';
    log.info({}, `announcement ${name}, planned for ${startsAt}, is being sent${late}`);
  }

  /** Connects if an email is due, or waits for the next occasion. @throws MailProblem, DatabaseUnavailable */
  async function step(): Promise<void> {
    await storeTrouble();
    // First: connections that are busy for hours with another one must not hold it up.
    await beginDue();
    const mayConnectFrom = connections.size === 0 ? restsUntil : Math.max(restsUntil, mayAddFrom);
    const restMs = mayConnectFrom - performance.now();
    if (restMs > 0) return waitFor(restMs);
    const allowed = state.trouble === undefined ? maxConnections : 1;
    if (connections.size >= allowed) return bell.wait(idlePollMs);

    const look = await outbox.look();
    const { dueInMs } = look;
    paused = look.pausedBecause;
    held = paused === null ? look.held : 0;
    floodAlarm.note(held);
    if (dueInMs === 0) {
      await connect();
      return pause(connectPauseMs);
    }
    const isTold = listening?.works() === true && performance.now() > busyUntil;
    return waitFor(dueInMs ?? Infinity, isTold ? idlePollMs : pollMs);
  }

  /** Waits for something that comes in so many milliseconds, and looks again meanwhile. A turn in which it does not come is over. */
  async function waitFor(ms: number, lookMs = ms): Promise<void> {
    if (connections.size === 0 && performance.now() + ms > turnEnds) return endTurn();
    return bell.wait(Math.min(ms, lookMs));
  }

  async function run(): Promise<void> {
    let pauseMs = pausesMs.first;
    let isReminderSet = false;
    while (!isOver && !stopping.signal.aborted) {
      try {
        if (!isReminderSet) await database.query('select waitlist.set_reminder($1)', [reminderAfterDays]);
        isReminderSet = true;
        await step();
        if (databaseTrouble !== undefined) log.info({}, 'emails are sent again');
        databaseTrouble = undefined;
        pauseMs = pausesMs.first;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) {
          mayAddFrom = performance.now() + furtherPauseMs;
          noteFailure(error);
          continue;
        }
        if (databaseTrouble !== error.message) log.warn({}, `emails wait: ${error.message}`);
        databaseTrouble = error.message;
        if (turn) return endTurn();
        await pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, pausesMs.most);
      }
    }
  }

  const leaseTimer = setInterval(() => {
    if (underWay.size > 0) void outbox.renewLease([...underWay]).catch(() => {});
  }, renewLeaseMs);
  const ran = run();
  const stopDigest =
    digestTo === undefined || !findFaults
      ? undefined
      : startDigest({ database, smtp, sender, to: digestTo, findFaults, log });
  const allEnded = async () => {
    await ran;
    await Promise.all(connections);
  };

  return {
    /** A sentence that says whether emails are sent. */
    status() {
      const trouble = databaseTrouble ?? state.trouble?.sentence ?? null;
      const waiting = whyEmailsWait({ pausedBecause: paused, hasMailServer: true, trouble, held });
      return waiting?.sentence ?? emailsAreSent;
    },
    /** Resolves when its turn is over, and what is under way is finished. */
    async ended(): Promise<void> {
      try {
        await allEnded();
        await floodAlarm.told();
        await storeTrouble();
      } finally {
        clearInterval(leaseTimer);
      }
    },
    /** Claims no further email; one under way has three seconds to finish. */
    async stop() {
      stopping.abort();
      await Promise.race([allEnded(), wait(3000, undefined, { ref: false })]);
      closing.abort(new Error('The worker stops.'));
      await Promise.all([allEnded(), listening?.stop(), stopDigest?.(), floodAlarm.stop()]);
      clearInterval(leaseTimer);
    },
  };
}
