import { performance } from 'node:perf_hooks';
import { type Database, StatementError } from '../database/database.ts';
import { MailError } from './mail-error.ts';
import type { MailLog } from './mail-log.ts';
import { LoginFailed } from './mail-server.ts';
import {
  initialMailState,
  type MailEvent,
  type MailState,
  mailStateAfter,
  type NegativeReply,
  type Pauses,
  restMsAfter,
  type Trouble,
} from './mail-state.ts';
import { noteTrouble } from './sending.ts';
import { type NotAccepted, type Settlement, settle } from './settle.ts';

/** Milliseconds until a further connection is tried beside others, after one that failed: a provider may allow fewer than ours. */
const furtherPauseMs = 10_000;

interface MailHealthOptions {
  database: Database;
  /** After trouble with the mail server each pause is twice as long as the one before. */
  pausesMs: Pauses;
  /** What the last worker has stored. */
  trouble: Trouble | undefined;
  log: MailLog;
  /** Called when trouble begins, changes or ends. */
  onChange(): void;
}

/**
 * What a worker knows about its mail server and its database. All of its connections share one. The first six methods are events, and
 * change the state at once: no connection acts on what was true before it waited.
 */
export interface MailHealth {
  /** The mail server accepted an email. */
  accepted(messageId: string): void;

  /** The mail server did not accept an email. Returns what follows from it and from the replies before it. */
  notAccepted(email: Pick<NegativeReply, 'messageId' | 'domain'>, notAccepted: NotAccepted): Settlement;

  /** No email can be sent on a connection, or an email could not be written or its outcome stored. */
  failed(error: unknown): void;

  /** No connection could be made. */
  connectionFailed(error: unknown): void;

  /** The database did not answer. @param reason a sentence for the log */
  databaseIsAway(reason: string): void;

  /** The database answered. */
  databaseAnswers(): void;

  /** Whether one connection alone tries, until an email is accepted. */
  isInTrouble(): boolean;

  /** How many milliseconds a worker rests before it makes another connection. @param connections how many it has */
  restMs(connections: number): number;

  /** Why nothing goes out; null when emails are sent. */
  sentence(): string | null;

  /** Stores the trouble for `doctor`, for other processes and for later. @throws DatabaseUnavailable */
  store(): Promise<void>;
}

/** Begins with what the last worker has stored. */
export function createMailHealth(options: MailHealthOptions): MailHealth {
  const { database, pausesMs, trouble, log, onChange } = options;
  let state: MailState = { ...initialMailState, trouble };
  let hasAccepted = false;
  /** Null for none; undefined until this worker knows: an earlier one may have stored trouble. */
  let stored: Trouble | null | undefined = trouble;
  let databaseTrouble: string | undefined;
  /** When the next try is due, if there is trouble, by performance.now(). */
  let restsUntil = 0;
  /** When a connection may be tried beside others. */
  let mayAddFrom = 0;

  /** @param facts for the log, beside the sentence */
  function observe(event: MailEvent, facts: object = {}): void {
    const before = state.trouble;
    state = mailStateAfter(state, event);
    const now = state.trouble;
    if (now === before) return;
    const restMs = now === undefined ? 0 : restMsAfter(now, pausesMs);
    restsUntil = performance.now() + restMs;
    onChange();
    if (now === undefined) log.info({}, 'emails are sent again');
    // Logged once, not at every try.
    else if (now.sentence !== before?.sentence)
      log.warn({ restMs, ...facts }, `emails wait: ${now.sentence}`);
  }

  function failed(error: unknown): void {
    const cause = error instanceof LoginFailed ? 'login' : 'other';
    observe({ failed: { cause, sentence: sentenceOf(error) } }, whereItArose(error));
  }

  return {
    accepted(messageId) {
      observe({ accepted: messageId });
      hasAccepted = true;
    },

    notAccepted(email, notAccepted) {
      const { culprit, verdict } = notAccepted.error;
      const hasReplied = verdict !== undefined;
      if (hasReplied) observe({ notAccepted: { ...email, culprit: culprit === 'us' ? 'us' : 'recipient' } });
      const settled = settle(notAccepted, state);
      if (settled.trouble !== undefined) observe({ failed: { cause: 'other', sentence: settled.trouble } });
      return settled;
    },

    failed,

    connectionFailed(error) {
      mayAddFrom = performance.now() + furtherPauseMs;
      failed(error);
    },

    databaseIsAway(reason) {
      if (databaseTrouble !== reason) log.warn({}, `emails wait: ${reason}`);
      databaseTrouble = reason;
    },

    databaseAnswers() {
      if (databaseTrouble !== undefined) log.info({}, 'emails are sent again');
      databaseTrouble = undefined;
    },

    isInTrouble: () => state.trouble !== undefined,

    restMs(connections) {
      const mayConnectFrom = connections === 0 ? restsUntil : Math.max(restsUntil, mayAddFrom);
      return mayConnectFrom - performance.now();
    },

    sentence: () => databaseTrouble ?? state.trouble?.sentence ?? null,

    async store() {
      const withoutTrouble = hasAccepted ? null : undefined;
      const now = state.trouble ?? withoutTrouble;
      if (now === undefined || now === stored) return;
      await noteTrouble(database, now, now === null ? 0 : restMsAfter(now, pausesMs));
      stored = now;
    },
  };
}

/** An email could not be written, or its outcome could not be stored. `cause` says why. */
export class EmailUnfinished extends Error {
  override name = 'EmailUnfinished';

  constructor(cause: unknown) {
    super('An email could not be written, or its outcome could not be stored.', { cause });
  }
}

/** Only our own sentences say what happened: the messages of other errors may quote an address. */
function sentenceOf(error: unknown): string {
  if (error instanceof MailError || error instanceof EmailUnfinished) return error.message;
  return 'The worker met an error of its own; the log has where.';
}

/** Which error it was and where in the code, for the log. Its message is left out, because it may quote an address. */
function whereItArose(error: unknown): object {
  if (error instanceof MailError) return {};
  const origin = error instanceof EmailUnfinished ? error.cause : error;
  if (!(origin instanceof Error)) return { error: typeof origin };
  const { name, stack = '' } = origin;
  const code = origin instanceof StatementError ? origin.code : undefined;
  return { error: name, code, at: stack.match(/(?<=^\s+)at .+$/gm) ?? [] };
}
