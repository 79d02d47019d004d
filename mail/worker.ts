import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { site } from '../content/site.ts';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { createBell } from './bell.ts';
import type { Sender } from './compose.ts';
import { createConnections } from './connections.ts';
import { createFloodAlarm } from './flood.ts';
import { createMailHealth } from './mail-health.ts';
import type { MailLog } from './mail-log.ts';
import type { Pauses, Trouble } from './mail-state.ts';
import { type Claim, type OutboxStatus, openOutbox } from './outbox.ts';
import { createScheduledStarts } from './scheduled.ts';
import { emailsAreSent, whyEmailsWait } from './sending.ts';
import type { SmtpAddress } from './smtp-address.ts';
import type { EmailTemplates } from './templates.ts';
import { createTransmitter } from './transmit.ts';
import { createTurnBudget, type Turn } from './turn-budget.ts';

export interface MailWorkerOptions {
  database: Database;
  smtp: SmtpAddress;
  sender: Sender;
  templates: EmailTemplates;
  /** The address that is told of a flood; undefined for none. */
  floodTo?: string | undefined;
  log: MailLog;
  /** After how many days people who have not answered are reminded; 0 for never. */
  reminderAfterDays?: number;
  /** After trouble with the mail server or the database each pause is twice as long as the one before. */
  pausesMs?: Pauses;
  /** Makes it end by itself. For a function, which is called again. */
  turn?: Turn;
  /** What the last worker has noted: a turn goes on from there. */
  trouble?: Trouble | undefined;
}

/** Several, so that one slow reply does not hold up the other emails. */
const maxConnections = 4;

/** Between two connections that are made. */
const connectPauseMs = 250;

/** How often a worker asks the outbox if the database does not tell it of emails, or has just told it. */
const pollMs = 1000;
const pollAfterBusyMs = 10_000;

/** How often a worker asks although the database tells it of emails: a notification may be missed. */
const idlePollMs = 30_000;

/**
 * Sends the emails of the outbox. One loop looks for emails that are due, connects, and claims an email only on a connection that is
 * ready for it. Each connection then sends one email after another until none is due. An email is marked before its first byte is
 * sent: after a crash at any moment only those so marked are in doubt (decision 28).
 */
export function startMailWorker(options: MailWorkerOptions) {
  const { database, smtp, sender, templates, floodTo, log, turn } = options;
  const { pausesMs = { first: 250, longest: 60_000 }, reminderAfterDays = site.reminderAfterDays } = options;
  const worker = randomUUID();
  const outbox = openOutbox(database, worker, reminderAfterDays);
  const stopping = new AbortController();
  const bell = createBell(stopping.signal);
  const budget = createTurnBudget(turn, bell.ring);
  const health = createMailHealth({
    database,
    pausesMs,
    trouble: options.trouble,
    log,
    onChange: bell.ring,
  });
  const transmitter = createTransmitter({
    outbox,
    health,
    sender,
    templates,
    log,
    stopping: stopping.signal,
  });
  const floodAlarm = createFloodAlarm({ database, smtp, sender, to: floodTo, log });
  const connections = createConnections({
    claim: claimUnlessStopping,
    transmitter,
    health,
    smtp,
    stopping: stopping.signal,
    onEnd: bell.ring,
  });
  const scheduledStarts = createScheduledStarts(database, log);
  /** What the outbox said last. */
  let lastLook: Pick<OutboxStatus, 'pausedBecause' | 'waitingInFlood'> = {
    pausedBecause: null,
    waitingInFlood: 0,
  };

  /** The outbox is asked often for a while after the database has told of emails. */
  let busyUntil = 0;
  const onNotified = () => {
    busyUntil = performance.now() + pollAfterBusyMs;
    bell.ring();
  };
  const listening = turn ? undefined : database.listen?.('waitlist_outbox', onNotified);

  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function claimUnlessStopping(): Promise<Claim> {
    if (stopping.signal.aborted || !budget.takeOne()) return {};
    const claim = await outbox.claim();
    if (!claim.claimed) budget.giveBack();
    return claim;
  }

  /** Looks for emails and remembers why they wait. */
  async function look(): Promise<OutboxStatus> {
    const seen = await outbox.look();
    const { pausedBecause } = seen;
    lastLook = { pausedBecause, waitingInFlood: pausedBecause === null ? seen.waitingInFlood : 0 };
    floodAlarm.observe(lastLook.waitingInFlood);
    return seen;
  }

  /** Connects if an email is due, or waits for the next occasion. @throws MailError, DatabaseUnavailable */
  async function step(): Promise<void> {
    await health.store();
    // First: connections that are busy for hours with another one must not hold it up.
    await scheduledStarts.beginDue();
    const restMs = health.restMs(connections.count());
    if (restMs > 0) return waitFor(restMs);
    const allowed = health.isInTrouble() ? 1 : maxConnections;
    if (connections.count() >= allowed) return bell.wait(idlePollMs);

    const { dueInMs } = await look();
    if (dueInMs === 0) {
      await connections.open();
      return pause(connectPauseMs);
    }
    const isTold = listening?.works() === true && performance.now() > busyUntil;
    return waitFor(dueInMs ?? Infinity, isTold ? idlePollMs : pollMs);
  }

  /** Waits until something is due, and looks again meanwhile. A turn that ends before is over. */
  async function waitFor(ms: number, lookMs = ms): Promise<void> {
    if (connections.count() === 0 && budget.endsWithin(ms)) return budget.end();
    return bell.wait(Math.min(ms, lookMs));
  }

  async function run(): Promise<void> {
    let pauseMs = pausesMs.first;
    // Reminders of an earlier setting may wait.
    let mustDropReminders = reminderAfterDays === 0;
    while (!budget.isOver() && !stopping.signal.aborted) {
      try {
        if (mustDropReminders) await outbox.dropReminders();
        mustDropReminders = false;
        await step();
        health.databaseAnswers();
        pauseMs = pausesMs.first;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) {
          health.connectionFailed(error);
          // An error that lasts may come before the rest is asked for.
          await pause(connectPauseMs);
          continue;
        }
        health.databaseIsAway(error.message);
        if (turn) return budget.end();
        await pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, pausesMs.longest);
      }
    }
  }

  const ran = run();
  const allEnded = async () => {
    await ran;
    await connections.ended();
  };

  return {
    /** A sentence that says whether emails are sent. */
    status() {
      const waiting = whyEmailsWait({ ...lastLook, hasMailServer: true, trouble: health.sentence() });
      return waiting ?? emailsAreSent;
    },
    /** Resolves when its turn is over, and what is under way is finished. */
    async ended(): Promise<void> {
      try {
        await allEnded();
        await floodAlarm.told();
        await health.store();
      } finally {
        transmitter.stop();
      }
    },
    /** Claims no further email; one under way has three seconds to finish. */
    async stop() {
      stopping.abort();
      await Promise.race([allEnded(), wait(3000, undefined, { ref: false })]);
      connections.cut();
      await Promise.all([allEnded(), listening?.stop(), floodAlarm.stop()]);
      transmitter.stop();
    },
  };
}
