import type { Database } from '../database/database.ts';
import { recordAction } from './audit.ts';
import { type MessageState, stateOfMessage } from './outbox-messages.ts';

/** Which emails to send once more: some by their ids, or all of a kind in one state. */
export type Retry =
  | { ids: string[] }
  | { kind: string; state: Extract<MessageState, 'failed' | 'uncertain'> };

export interface RetryPlan {
  /** Failed ones, which no mail server took. */
  failed: number;
  /** Those that may have arrived: sent once more they may arrive twice. */
  uncertain: number;
  /** Those that stay as they are: their address has left, has confirmed or is suppressed, or there is a later email to it. */
  held: number;
}

/** PostgreSQL's pages of 8 kB, about a thousand emails: each address is hashed, and an embedded list answers nobody meanwhile. */
const pagesAtOnce = 8;

/**
 * A later email to the same address, in these states: there is a partial index for each pair. `limit` here and below keeps
 * PostgreSQL from joining whole tables for a few rows, as it does where it has no statistics (an embedded list).
 */
const laterWith = (states: string) => `(
  select true from waitlist.outbox as later
   where later.entry_id = message.entry_id and later.state in (${states}) and later.queued_at > message.queued_at limit 1)`;

/** Those asked for in a range of pages, with the state shown and whether they may be sent, decided as when they are claimed. */
const asked = `asked as (
  select message.ctid as place, ${stateOfMessage} as shown,
         entry.state = 'joined' and (message.kind <> 'welcome' or entry.confirmed_at is null)
           and ${laterWith("'waiting', 'transmitting'")} is null and ${laterWith("'sent', 'failed'")} is null
           and not waitlist.is_suppressed(entry.canonical) as may_be_sent
    from waitlist.outbox as message
   cross join lateral (select * from waitlist.entries where id = message.entry_id limit 1) as entry
   where message.ctid >= format('(%s,0)', $4::bigint)::tid and message.ctid < format('(%s,0)', $5::bigint)::tid
     and ${stateOfMessage} in ('failed', 'uncertain')
     and (message.reference = any ($1::uuid[]) or (message.kind = $2 and ${stateOfMessage} = $3))
)`;

/** The parameters of each call: what is asked for, and the pages to look through. */
async function* callsFor(database: Database, retry: Retry): AsyncGenerator<unknown[]> {
  const [size] = await database.query<{ pages: number }>(
    `select (pg_relation_size('waitlist.outbox') / current_setting('block_size')::integer)::int as pages`,
  );
  const pages = size?.pages ?? 0;
  if ('ids' in retry) {
    yield [retry.ids, null, null, 0, pages];
    return;
  }
  // The new row version of an email that was just retried may lie in a later page, but no longer matches.
  for (let page = 0; page < pages; page += pagesAtOnce) {
    yield [[], retry.kind, retry.state, page, page + pagesAtOnce];
  }
}

/** What a retry would do. @throws DatabaseUnavailable */
export async function planRetry(database: Database, retry: Retry): Promise<RetryPlan> {
  const plan = { failed: 0, uncertain: 0, held: 0 };
  for await (const parameters of callsFor(database, retry)) {
    const [found] = await database.query<RetryPlan>(
      `with ${asked}
       select count(*) filter (where may_be_sent and shown = 'failed')::int as failed,
              count(*) filter (where may_be_sent and shown = 'uncertain')::int as uncertain,
              count(*) filter (where not may_be_sent)::int as held
         from asked`,
      parameters,
    );
    plan.failed += found?.failed ?? 0;
    plan.uncertain += found?.uncertain ?? 0;
    plan.held += found?.held ?? 0;
  }
  return plan;
}

/**
 * Queues them to be sent once more, as if never tried but under the same Message-ID, and records how many.
 * @returns how many
 * @throws DatabaseUnavailable; those queued until then are sent
 */
export async function retryMessages(database: Database, retry: Retry): Promise<number> {
  let retried = 0;
  try {
    for await (const parameters of callsFor(database, retry)) {
      const rows = await database.query<{ entry_id: string }>(
        `with ${asked}
         update waitlist.outbox as message
            set state = 'waiting', due_at = clock_timestamp(), tries = 0, repeats = 0, claimant = null, transmitted_at = null,
                returned_at = null
           from asked
          where message.ctid = asked.place and asked.may_be_sent
         returning message.entry_id::text`,
        parameters,
      );
      retried += rows.length;
    }
  } finally {
    if (retried > 0) await recordAction(database, 'outbox retry', retried);
  }
  return retried;
}
