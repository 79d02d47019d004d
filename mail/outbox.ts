import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import type { NotedBounce } from './judge.ts';
import { hashOfToken, type LinkPurpose, linkPurposes, newTokens, readLinkKeys } from './links.ts';
import { type EmailKind, type EmailTemplate, emailKinds } from './templates.ts';

/** An email claimed by this worker: no other worker sends it meanwhile. */
export interface ClaimedEmail {
  /** Identifies the email in the Message-ID and in the envelope's sender: random, the same at every try. */
  messageId: string;
  kind: EmailKind;
  /** What its links are for. */
  links: LinkPurpose[];
  /** An announcement's; null for the others, whose words the build has rendered. */
  words: EmailTemplate | null;
  /** Where it goes. */
  address: string;
  /** As in `waitlist.entries`: an answer of the dialog, or `bottomFormSource`. */
  source: string;
  /** `2026-11-22`, in UTC. */
  consentedOn: string;
  /** Only those of its links are stored. */
  tokens: Record<LinkPurpose, string>;
}

/**
 * What may become of one try to transmit an email to the mail server.
 * - `accepted`: the mail server took it.
 * - `rejected`: the mail server rejected it for good.
 * - `deferred`: the mail server took nothing for now.
 * - `uncertain`: the connection broke while it was transmitted and before the reply.
 * - `our-fault`: a fault of ours kept it from being sent. That counts as no try and blames no recipient.
 */
export const outcomes = ['accepted', 'rejected', 'deferred', 'uncertain', 'our-fault'] as const;

/** What became of one try. */
export interface Delivery {
  outcome: (typeof outcomes)[number];
  /** The server's reply, and after a fault of ours what to do, for the operator who looks into the outbox. */
  reply: string;
  /** What is noted about the mailbox if the email is given up; null for nothing. */
  bounce: NotedBounce | null;
}

export interface Claim {
  /** Missing when nothing may be sent now. */
  claimed?: ClaimedEmail;
  /** In how many milliseconds something may be sent, if that is known. */
  pauseMs?: number | undefined;
}

export interface OutboxStatus {
  /** In how many milliseconds an email is due that may go out: 0 for now, null when none waits or none may go out. */
  dueInMs: number | null;
  /** Why all mail is paused; null when it is not. */
  pausedBecause: string | null;
  /** How many emails to people who joined wait because of a flood. */
  waitingInFlood: number;
}

/** The outbox as one worker sees it. Each method throws DatabaseUnavailable. */
export interface Outbox {
  /** Whether there is something to do, so that a worker need not connect to its mail server for nothing. */
  look(): Promise<OutboxStatus>;

  /** The next email, marked as being transmitted before this resolves. */
  claim(): Promise<Claim>;

  /** Renews the lease on emails that are still being transmitted. */
  renewLease(messageIds: string[]): Promise<void>;

  /** Deletes the reminders that wait. */
  dropReminders(): Promise<void>;

  /** Stores what became of a try to transmit an email. */
  finish(messageId: string, delivery: Delivery): Promise<void>;
}

/**
 * Opens the outbox for a worker.
 * @param worker a name that no other worker has
 * @param reminderAfterDays after how many days somebody who does not answer is reminded; 0 for never
 */
export function openOutbox(database: Database, worker: string, reminderAfterDays: number): Outbox {
  return {
    look() {
      return queryOne<OutboxStatus>(
        database,
        `select waitlist.ms_until_next_email($1) as "dueInMs", sending_paused_because as "pausedBecause",
                waitlist.asking_emails_waiting_in_flood() as "waitingInFlood"
           from waitlist.list_state`,
        [emailKinds],
      );
    },
    async claim() {
      const tokens = newTokens(linkPurposes, await readLinkKeys(database));
      const hashes = Object.fromEntries(
        linkPurposes.map((purpose) => [purpose, hashOfToken(tokens[purpose])]),
      );
      const [row] = await database.query<Omit<ClaimedEmail, 'tokens'> & { pauseMs: number | null }>(
        `select message_id as "messageId", kind, links, words, address, source, consented_on as "consentedOn",
                pause_ms as "pauseMs"
           from waitlist.claim_email($1, $2, $3)`,
        [worker, emailKinds, JSON.stringify(hashes)],
      );
      // messageId is null when there is none.
      if (!row?.messageId) return { pauseMs: row?.pauseMs ?? undefined };
      return { claimed: { ...row, tokens } };
    },
    async renewLease(messageIds) {
      await database.query('select waitlist.renew_lease($1, $2::uuid[])', [worker, messageIds]);
    },
    async dropReminders() {
      await database.query('select waitlist.drop_reminders()');
    },
    async finish(messageId, { outcome, reply, bounce }) {
      const parameters = [worker, messageId, outcome, reply, bounce, reminderAfterDays];
      await database.query(
        'select waitlist.finish_email($1, $2, row($3::text, $4::text, $5::text)::waitlist.delivery, $6)',
        parameters,
      );
    },
  };
}
