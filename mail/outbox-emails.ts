import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { recordAction } from '../waitlist/audit.ts';

/** In the order in which they need a person's attention. */
export const emailStates = ['uncertain', 'failed', 'waiting', 'transmitting', 'sent'] as const;

export type EmailState = (typeof emailStates)[number];

/**
 * In SQL, the state of an email `message` as a founder reads it. waitlist.shown_state decides it, and is too slow to be called for
 * each of many emails.
 */
export const shownState = `
  case when message.state in ('doubted', 'transmitting') then waitlist.shown_state(message) else message.state end`;

export interface OutboxEmail {
  /** Its name in the Message-ID. */
  id: string;
  kind: string;
  /** The name of its announcement; null for another kind. */
  announcement: string | null;
  state: EmailState;
  /** Where it goes next, while it waits; else where it went. */
  email: string;
  /** ISO 8601, UTC, as all times here. */
  queuedAt: string;
  tries: number;
  /** When it is tried next; null when it is not. */
  dueAt: string | null;
  /** What the mail server answered last; after a fault of ours, what to do. */
  reply: string | null;
}

/** `messages` says how many: the name is that of a column and a field of `outbox list`. */
export type EmailCount = Pick<OutboxEmail, 'kind' | 'state'> & { messages: number };

/** How many emails there are of each kind and state. @throws DatabaseUnavailable */
export async function countEmails(database: Database): Promise<EmailCount[]> {
  const counts = await database.query<EmailCount>(
    `select kind,
            ${shownState} as state,
            count(*)::int as messages
       from waitlist.outbox as message group by 1, 2`,
  );
  const rank = ({ state }: EmailCount) => emailStates.indexOf(state);
  return counts.sort((one, other) => one.kind.localeCompare(other.kind) || rank(one) - rank(other));
}

/** Emails that were not sent, or those in one state, newest first. @throws DatabaseUnavailable */
export function latestEmails(database: Database, state: EmailState | undefined, limit: number) {
  return database.query<OutboxEmail>(
    `with shown as (
       select message_id, queued_at,
              ${shownState} as state
         from waitlist.outbox as message
     ), latest as (
       select message_id, state from shown
        where case when $1::text is null then state <> 'sent' else state = $1 end
        order by queued_at desc, message_id desc
        limit $2
     )
     select replace(message.message_id::text, '-', '') as id, message.kind, announcements.name as announcement, latest.state,
            case message.state when 'waiting' then (waitlist.target_of(message, entry)).email else message.to_email end as email,
            waitlist.iso(message.queued_at) as "queuedAt", message.tries,
            case when message.is_open then waitlist.iso(message.due_at) end as "dueAt",
            message.reply
       from latest
       join waitlist.outbox as message on message.message_id = latest.message_id
       left join waitlist.entries as entry on entry.id = message.entry_id
       left join waitlist.announcements on announcements.id = message.announcement
      order by message.queued_at desc, message.message_id desc`,
    [state ?? null, limit],
  );
}

/** Which emails to send once more: some by their ids, or all of a kind, or of an announcement, in one state (waitlist.emails_to_retry). */
export type RetryRequest =
  | { ids: string[] }
  | { kind: string; announcement?: string; state: Extract<EmailState, 'failed' | 'uncertain'> };

export interface RetryPlan {
  /** Failed ones, which no mail server took. */
  failed: number;
  /** Those that may have arrived: sent once more they may arrive twice. */
  uncertain: number;
  /** May not be sent: the address has left, has confirmed, is suppressed or has a later email; or the announcement was cancelled or replaced. */
  leftAlone: number;
}

/** So many failed emails say enough; counting more of them could take longer than a server waits for its database. */
export const maxCounted = 1000;

/**
 * How many emails have failed or are in doubt that a person can still do something about, `maxCounted` at most. An email that nobody
 * may get any more, such as one to an address that is gone, is settled. @throws DatabaseUnavailable
 */
export function countNeedingAttention(database: Database): Promise<EmailCount[]> {
  return database.query<EmailCount>(
    `with needing_attention as materialized (
       select message.kind, message.state
         from waitlist.outbox as message
         join waitlist.entries as entry on entry.id = message.entry_id
        where message.state in ('failed', 'uncertain') and waitlist.may_retry(message)
        limit ${maxCounted}
     )
     select kind, state, count(*)::int as messages
       from needing_attention group by kind, state order by kind, state`,
  );
}

/** What a retry would do. It changes nothing. @throws DatabaseUnavailable */
export function planRetry(database: Database, retry: RetryRequest): Promise<RetryPlan> {
  return queryOne<RetryPlan>(
    database,
    `select count(*) filter (where may_retry and state = 'failed')::int as failed,
            count(*) filter (where may_retry and state = 'uncertain')::int as uncertain,
            count(*) filter (where not may_retry)::int as "leftAlone"
       from waitlist.emails_to_retry($1::jsonb)`,
    [JSON.stringify(retry)],
  );
}

/** Queues them to be sent once more, and records how many; returns that. @throws DatabaseUnavailable */
export async function retryEmails(database: Database, retry: RetryRequest): Promise<number> {
  const { retried } = await queryOne<{ retried: number }>(
    database,
    'select waitlist.retry_emails($1::jsonb) as retried',
    [JSON.stringify(retry)],
  );
  if (retried > 0) await recordAction(database, 'outbox retry', retried);
  return retried;
}
