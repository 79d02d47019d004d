import type { Database } from '../database/open-database.ts';
import type { LinkPurpose } from './links.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** A message that is this worker's to send now, and nobody else's. */
export interface ClaimedEmail {
  /** Its name in the Message-ID and in the envelope's sender: random, the same at every try. */
  reference: string;
  kind: 'welcome';
  email: string;
  /** By which form the address was joined, as the list has it. */
  source: string;
  /** `2026-11-22`, in UTC. */
  consentedOn: string;
  tokens: Record<LinkPurpose, string>;
}

/** What became of a message; `uncertain` when the line broke between its last byte and the reply. */
export interface Delivery {
  outcome: 'sent' | 'refused' | 'deferred' | 'uncertain';
  /** The server's reply, for whoever looks into the outbox. */
  reply: string;
  /** The enhanced status code (RFC 3463), where the server gave one. */
  status: string | null;
}

export interface Outbox {
  /** Whether an email waits, a welcome or an announcement's: a worker need not call its mail server for nothing. */
  isDue(): Promise<boolean>;
  /** The next message, marked as being transmitted before this resolves; none when nothing may be sent now. */
  claim(): Promise<ClaimedEmail | undefined>;
  /** Says that these are still being transmitted. */
  keep(references: string[]): Promise<void>;
  finish(reference: string, delivery: Delivery): Promise<void>;
}

interface ClaimedRow {
  reference: string | null;
  kind: 'welcome';
  email: string;
  source: string;
  consented_on: string;
}

/** The outbox as one worker sees it. Its functions throw DatabaseUnavailable. @param worker a name that no other worker has */
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
    async keep(references) {
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
