import { performance } from 'node:perf_hooks';
import type { Database } from '../database/database.ts';
import { MailProblem } from './mail-problem.ts';
import { LoginRefused } from './mail-server.ts';
import {
  type Blame,
  type MailEvent,
  type MailState,
  next,
  noEventYet,
  type Pauses,
  type Refusal,
  restAfter,
  type Trouble,
} from './refusals.ts';
import { noteTrouble } from './sending.ts';

/** Milliseconds until a further connection is tried beside others, after one that failed: a provider may allow fewer than ours. */
const furtherPauseMs = 10_000;

interface MailHealthOptions {
  database: Database;
  /** After trouble with the mail server each pause is twice as long as the one before. */
  pausesMs: Pauses;
  /** What the last worker has stored. */
  trouble: Trouble | undefined;
  log: Record<'info' | 'warn', (facts: object, message: string) => void>;
  /** Called when trouble begins, changes or ends. */
  onChange(): void;
}

/**
 * What a worker knows about its mail server and its database. All of its connections share one. Each method except the
 * questions is an event, and changes the state at once: no connection acts on what was true before it waited.
 */
export function createMailHealth({ database, pausesMs, trouble, log, onChange }: MailHealthOptions) {
  let state: MailState = { ...noEventYet, trouble };
  let stored = trouble;
  let databaseTrouble: string | undefined;
  /** When the next try is due, if there is trouble, by performance.now(). */
  let restsUntil = 0;
  /** When a connection may be tried beside others. */
  let mayAddFrom = 0;

  function note(event: MailEvent): void {
    const before = state.trouble;
    state = next(state, event);
    const now = state.trouble;
    if (now === before) return;
    const restMs = now === undefined ? 0 : restAfter(now, pausesMs);
    restsUntil = performance.now() + restMs;
    onChange();
    if (now === undefined) log.info({}, 'emails are sent again');
    // Logged once, not at every try.
    else if (now.sentence !== before?.sentence) log.warn({ restMs }, `emails wait: ${now.sentence}`);
  }

  return {
    /** The mail server took an email. */
    taken(messageId: string): void {
      note({ taken: messageId });
    },

    /** The mail server refused an email. Returns who is to blame, this time and for earlier refusals. */
    refused(refusal: Refusal): Blame {
      note({ refused: refusal });
      return { blamed: state.blamed, forgiven: state.forgiven };
    },

    /** No email can be sent on a connection, or an email could not be written or its outcome stored. */
    failed(error: unknown): void {
      note({
        failed: { cause: error instanceof LoginRefused ? 'login' : 'other', sentence: sentenceOf(error) },
      });
    },

    /** No connection could be made. */
    connectionFailed(error: unknown): void {
      mayAddFrom = performance.now() + furtherPauseMs;
      this.failed(error);
    },

    databaseIsAway(reason: string): void {
      if (databaseTrouble !== reason) log.warn({}, `emails wait: ${reason}`);
      databaseTrouble = reason;
    },

    databaseAnswers(): void {
      if (databaseTrouble !== undefined) log.info({}, 'emails are sent again');
      databaseTrouble = undefined;
    },

    /** Whether one connection alone tries, until an email is taken. */
    isInTrouble: (): boolean => state.trouble !== undefined,

    /** How many milliseconds a worker rests before it makes another connection. @param connections how many it has */
    restMs(connections: number): number {
      const mayConnectFrom = connections === 0 ? restsUntil : Math.max(restsUntil, mayAddFrom);
      return mayConnectFrom - performance.now();
    },

    /** Why nothing goes out; null when emails are sent. */
    sentence: (): string | null => databaseTrouble ?? state.trouble?.sentence ?? null,

    /** Stores the trouble for `doctor`, for other processes and for later. @throws DatabaseUnavailable */
    async store(): Promise<void> {
      const now = state.trouble;
      if (now === stored) return;
      await noteTrouble(database, now ?? null, now && restAfter(now, pausesMs));
      stored = now;
    },
  };
}

/** Only the problems of mail say what happened: the messages of other errors may quote an address. */
const sentenceOf = (error: unknown): string =>
  error instanceof MailProblem
    ? error.message
    : 'An email could not be written, or its outcome could not be stored.';
