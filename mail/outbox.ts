import type { Database } from '../database/database.ts';
import { hashOfToken, type LinkPurpose, newToken } from './links.ts';
import type { EmailTemplate } from './templates.ts';

/** An email claimed by this worker: no other worker sends it meanwhile. */
export interface ClaimedEmail {
  /** Identifies the email in the Message-ID and in the envelope's sender: random, the same at every try. */
  messageId: string;
  kind: 'welcome' | 'announcement';
  /** Of an announcement's words; null for others. */
  version: string | null;
  email: string;
  /** As in `waitlist.entries`; `cta` is the form at the bottom of the pages. */
  source: string;
  /** `2026-11-22`, in UTC. */
  consentedOn: string;
  /** Of an announcement only the one for leaving is stored. */
  tokens: Record<LinkPurpose, string>;
}

interface Claim {
  /** Undefined when nothing may be sent now. */
  claimed?: ClaimedEmail;
  /** Milliseconds until something may be sent, if that is known. */
  pauseMs?: number | undefined;
}

/**
 * The outcome of sending an email; `uncertain` if the connection broke while it was transmitted and before the reply,
 * `sender_fault` if a fault of ours kept it from being sent: that counts as no try and blames no recipient.
 */
export interface Delivery {
  outcome: 'sent' | 'refused' | 'deferred' | 'uncertain' | 'sender_fault';
  /** The server's reply, and after a fault of ours what to do, for the operator who looks into the outbox. */
  reply: string;
  /** As which bounce it counts if it is given up, by RFC 3463; null for as none. */
  status: string | null;
}

export interface Outbox {
  /** Whether an email is due: without one a worker need not connect to its mail server. */
  isDue(): Promise<boolean>;
  /** The next email, marked as being transmitted before this resolves. */
  claim(): Promise<Claim>;
  /** Reads an announcement's words once, because they are large and the same for every recipient. */
  words(version: string): Promise<EmailTemplate>;
  /** Renews the lease on emails that are still being transmitted. */
  renewLease(messageIds: string[]): Promise<void>;
  finish(messageId: string, delivery: Delivery): Promise<void>;
}

/** Those that this program can write: another kind waits for a program that knows it. */
const kinds = ['welcome', 'announcement'];

interface ClaimedRow extends Omit<ClaimedEmail, 'messageId' | 'tokens'> {
  messageId: string | null;
  pauseMs: number | null;
}

/** The outbox as one worker sees it. The functions throw DatabaseUnavailable. @param worker a name that no other worker has */
export function openOutbox(database: Database, worker: string): Outbox {
  let known: { version: string; words: Promise<EmailTemplate> } | undefined;

  // One statement at a time: an embedded database runs them one by one, and a join must not wait for one of each connection.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const rows = last.then(() => database.query<Row>(sql, parameters));
    last = rows.catch(() => {});
    return rows;
  }

  return {
    async isDue() {
      const [row] = await database.query<{ due: boolean }>('select waitlist.email_is_due($1) as due', [
        kinds,
      ]);
      return row?.due === true;
    },
    async claim() {
      const tokens = { confirm: newToken(), leave: newToken(), 'not-me': newToken() };
      const [row] = await inTurn<ClaimedRow>(
        `select message_id as "messageId", kind, version, email, source, consented_on as "consentedOn", pause_ms as "pauseMs"
           from waitlist.claim_email($1, $2, $3, $4, $5)`,
        [
          worker,
          kinds,
          hashOfToken(tokens.confirm),
          hashOfToken(tokens.leave),
          hashOfToken(tokens['not-me']),
        ],
      );
      if (!row?.messageId) return { pauseMs: row?.pauseMs ?? undefined };
      const { messageId, kind, version, email, source, consentedOn } = row;
      return { claimed: { messageId, kind, version, email, source, consentedOn, tokens } };
    },
    words(version) {
      if (known?.version === version) return known.words;
      const words = readWords(database, version);
      known = { version, words };
      // A read that failed is not kept: the next email reads them again.
      words.catch(() => {
        if (known?.words === words) known = undefined;
      });
      return words;
    },
    async renewLease(messageIds) {
      await database.query('select waitlist.renew_lease($1, $2::text[])', [worker, messageIds]);
    },
    async finish(messageId, { outcome, reply, status }) {
      await inTurn('select waitlist.finish_email($1, $2, $3, $4, $5)', [
        worker,
        messageId,
        outcome,
        reply,
        status,
      ]);
    },
  };
}

async function readWords(database: Database, version: string): Promise<EmailTemplate> {
  const [words] = await database.query<EmailTemplate>(
    'select subject, html, text from waitlist.announcements where version = $1::uuid',
    [version],
  );
  if (!words) throw new Error('The announcement is not there any more.');
  return words;
}
