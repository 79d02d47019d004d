import type { Database } from '../database/database.ts';
import type { LinkPurpose } from './links.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** An email claimed by this worker: no other worker sends it meanwhile. */
export interface ClaimedEmail {
  /** Identifies the email in the Message-ID and in the envelope's sender: random, the same at every try. */
  reference: string;
  kind: 'welcome';
  email: string;
  /** As in `waitlist.entries`; `cta` is the form at the bottom of the pages. */
  source: string;
  /** `2026-11-22`, in UTC. */
  consentedOn: string;
  tokens: Record<LinkPurpose, string>;
}

/**
 * The outcome of sending an email; `uncertain` if the connection broke while it was transmitted and before the reply, `returned`
 * if a fault of ours kept it from being sent: that counts as no try and blames no recipient.
 */
export interface Delivery {
  outcome: 'sent' | 'refused' | 'deferred' | 'uncertain' | 'returned';
  /** The server's reply, and for a returned email the fault, for the operator who looks into the outbox. */
  reply: string;
  /** As which bounce it counts if it is given up, by RFC 3463; null for as none. */
  status: string | null;
}

export interface Outbox {
  /** Whether an email, welcome or announcement, is due: without one a worker need not connect to its mail server. */
  isDue(): Promise<boolean>;
  /** The next email, marked as being transmitted before this resolves; undefined when nothing may be sent now. */
  claim(): Promise<ClaimedEmail | undefined>;
  /** Renews the lease on emails that are still being transmitted. */
  renewLease(references: string[]): Promise<void>;
  finish(reference: string, delivery: Delivery): Promise<void>;
}

interface ClaimedRow {
  reference: string | null;
  kind: 'welcome';
  email: string;
  source: string;
  consented_on: string;
}

/** The outbox as one worker sees it. The functions throw DatabaseUnavailable. @param worker a name that no other worker has */
export function openOutbox(database: Database, worker: string): Outbox {
  return {
    async isDue() {
      const [row] = await database.query<{ due: boolean }>(
        'select waitlist.email_is_due() or waitlist.announcement_is_due() as due',
      );
      return row?.due === true;
    },
    async claim() {
      const tokens = { confirm: newToken(), leave: newToken(), 'not-me': newToken() };
      const [row] = await database.query<ClaimedRow>(
        'select reference, kind, email, source, consented_on from waitlist.claim_email($1, $2, $3, $4)',
        [worker, hashOfToken(tokens.confirm), hashOfToken(tokens.leave), hashOfToken(tokens['not-me'])],
      );
      if (!row?.reference) return undefined;
      const { reference, kind, email, source, consented_on: consentedOn } = row;
      return { reference, kind, email, source, consentedOn, tokens };
    },
    async renewLease(references) {
      await database.query('select waitlist.keep_emails($1, $2::text[])', [worker, references]);
    },
    async finish(reference, { outcome, reply, status }) {
      await database.query('select waitlist.finish_email($1, $2, $3, $4, $5)', [
        worker,
        reference,
        outcome,
        reply,
        status,
      ]);
    },
  };
}
