import type { Database } from '../database/database.ts';
import type { Delivery } from './outbox.ts';
import type { EmailTemplate } from './templates.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** An announcement's email, claimed by this worker. Once it may have arrived, no worker sends it again automatically. */
export interface ClaimedAnnouncement {
  kind: 'announcement';
  /** Identifies the email in the Message-ID and in the envelope's sender: random, the same at every try. */
  reference: string;
  /** Of the announcement's words. */
  version: string;
  email: string;
  tokens: { leave: string };
}

/** There is nothing to send now. */
interface NothingNow {
  /** Milliseconds until there may be something, if that is known. */
  pauseMs: number | undefined;
}

export interface AnnouncementOutbox {
  claim(): Promise<ClaimedAnnouncement | NothingNow>;
  /** Reads an announcement's words once, because they are large and the same for every recipient. */
  words(version: string): Promise<EmailTemplate>;
  finish(reference: string, delivery: Delivery): Promise<void>;
}

interface ClaimedRow {
  reference: string | null;
  version: string;
  email: string;
  pause_ms: number | null;
}

/**
 * The announcements as one worker sees them. The functions throw DatabaseUnavailable.
 * @param worker a name that no other worker has
 */
export function openAnnouncementOutbox(database: Database, worker: string): AnnouncementOutbox {
  let known: { version: string; words: Promise<EmailTemplate> } | undefined;

  // One statement at a time: an embedded database runs them one by one, and a join must not wait for one of each connection.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const rows = last.then(() => database.query<Row>(sql, parameters));
    last = rows.catch(() => {});
    return rows;
  }

  return {
    async claim() {
      const leave = newToken();
      const [row] = await inTurn<ClaimedRow>(
        'select reference, version, email, pause_ms from waitlist.claim_announcement($1, $2)',
        [worker, hashOfToken(leave)],
      );
      if (!row?.reference) return { pauseMs: row?.pause_ms ?? undefined };
      const { reference, version, email } = row;
      return { kind: 'announcement', reference, version, email, tokens: { leave } };
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
    async finish(reference, { outcome, reply, status }) {
      await inTurn('select waitlist.finish_announcement($1, $2, $3, $4, $5)', [
        worker,
        reference,
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
