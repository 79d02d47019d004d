import type { Database } from '../database/database.ts';
import { isoOf } from '../waitlist/entries.ts';
import { recordAction } from '../waitlist/people.ts';

/** In the order in which they need a person's attention. */
export const messageStates = ['uncertain', 'failed', 'waiting', 'transmitting', 'sent'] as const;

export type MessageState = (typeof messageStates)[number];

/**
 * An email's state as a person needs it. It is uncertain also when no worker transmits it any more and no server has answered:
 * it may have arrived.
 */
const stateOfMessage = `case
  when message.state = 'transmitting' and (message.worker_id is null or message.due_at <= clock_timestamp()) then 'uncertain'
  else message.state end`;

export interface Message {
  /** Its name in the Message-ID. */
  id: string;
  kind: string;
  /** Its name; null of another kind. */
  announcement: string | null;
  state: MessageState;
  /** Where it goes next, while it waits; else where it went. */
  email: string;
  /** ISO 8601, UTC, as all times here. */
  queued_at: string;
  tries: number;
  /** When it is tried next; null when it is not. */
  due_at: string | null;
  /** What the mail server answered last; after a fault of ours, what to do. */
  reply: string | null;
}

export type MessageCount = Pick<Message, 'kind' | 'state'> & { messages: number };

/** How many emails there are of each kind and state. @throws DatabaseUnavailable */
export async function countMessages(database: Database): Promise<MessageCount[]> {
  const counts = await database.query<MessageCount>(
    `select kind, ${stateOfMessage} as state, count(*)::int as messages from waitlist.outbox as message group by 1, 2`,
  );
  const rank = ({ state }: MessageCount) => messageStates.indexOf(state);
  return counts.sort((one, other) => one.kind.localeCompare(other.kind) || rank(one) - rank(other));
}

/** Emails that were not sent, or those in one state, newest first. @throws DatabaseUnavailable */
export function latestMessages(database: Database, state: MessageState | undefined, limit: number) {
  return database.query<Message>(
    `with latest as (
       select message_id, ${stateOfMessage} as shown
         from waitlist.outbox as message
        where case when $1::text is null then state <> 'sent' else ${stateOfMessage} = $1 end
        order by queued_at desc, message_id desc
        limit $2
     )
     select replace(message.message_id::text, '-', '') as id, message.kind, known.name as announcement, latest.shown as state,
            case message.state when 'waiting' then (waitlist.goes_to(message, entry)).email else message.to_email end as email,
            ${isoOf('message.queued_at')} as queued_at, message.tries,
            case when message.state in ('waiting', 'transmitting') then ${isoOf('message.due_at')} end as due_at, message.reply
       from latest
       join waitlist.outbox as message on message.message_id = latest.message_id
       left join waitlist.entries as entry on entry.id = message.entry_id
       left join waitlist.announcements as known on known.id = message.announcement
      order by message.queued_at desc, message.message_id desc`,
    [state ?? null, limit],
  );
}

/** Which emails to send once more: some by their ids, or all of a kind, or of an announcement, in one state. */
export type Retry =
  | { ids: string[] }
  | { kind: string; announcement?: string; state: Extract<MessageState, 'failed' | 'uncertain'> };

export interface RetryPlan {
  /** Failed ones, which no mail server took. */
  failed: number;
  /** Those that may have arrived: sent once more they may arrive twice. */
  uncertain: number;
  /** Their address has left, has confirmed, is suppressed or has a later email, or their announcement was cancelled. */
  held: number;
}

/** Whether an email that failed or is in doubt may be sent once more: its person may get it, decided as when it is claimed. */
const mayBeSent = `(
  waitlist.may_get(message, entry, known.to_unconfirmed, clock_timestamp())
  and not waitlist.is_cancelled(message) and not waitlist.has_later(message))`;

const withPersonAndNews = `waitlist.outbox as message
    join waitlist.entries as entry on entry.id = message.entry_id
    left join waitlist.announcements as known on known.id = message.announcement`;

/**
 * How many emails have failed or are in doubt that a person can still do something about. An email that nobody may get any more, such
 * as one to an address that is gone, is settled. @throws DatabaseUnavailable
 */
export function countToPutRight(database: Database): Promise<MessageCount[]> {
  return database.query<MessageCount>(
    `select message.kind, message.state, count(*)::int as messages
       from ${withPersonAndNews}
      where message.state in ('failed', 'uncertain') and ${mayBeSent}
      group by message.kind, message.state
      order by message.kind, message.state`,
  );
}

/** Those asked for, with whether they may be sent. */
const asked = `asked as (
  select message.message_id, message.announcement, ${stateOfMessage} as shown, ${mayBeSent} as may_be_sent
    from ${withPersonAndNews}
   where message.state in ('failed', 'uncertain', 'transmitting') and ${stateOfMessage} in ('failed', 'uncertain')
     and (message.message_id = any ($1::uuid[])
       or (message.kind = $2 and ${stateOfMessage} = $3 and ($4::text is null or known.name = $4)))
)`;

/** Queues them as if never tried, under the same Message-ID. */
const queueAgain = `, retried as (
  update waitlist.outbox as message
     set state = 'waiting', due_at = now(), tries = 0, repeats = 0, worker_id = null, transmitted_at = null, reply = null,
         bounced = null
    from asked
   where message.message_id = asked.message_id and asked.may_be_sent and asked.shown = ${stateOfMessage}
), reopened as (
  update waitlist.announcements set state = 'sending', finished_at = null, due_at = clock_timestamp()
   where state in ('done', 'sending') and id in (select announcement from asked where may_be_sent)
)`;

/** What a retry would do. @throws DatabaseUnavailable */
export async function planRetry(database: Database, retry: Retry, then = ''): Promise<RetryPlan> {
  const wanted =
    'ids' in retry
      ? [retry.ids, null, null, null]
      : [[], retry.kind, retry.state, retry.announcement ?? null];
  const [plan] = await database.query<RetryPlan>(
    `with ${asked} ${then}
     select count(*) filter (where may_be_sent and shown = 'failed')::int as failed,
            count(*) filter (where may_be_sent and shown = 'uncertain')::int as uncertain,
            count(*) filter (where not may_be_sent)::int as held
       from asked`,
    wanted,
  );
  return plan as RetryPlan;
}

/** Queues them to be sent once more, and records how many; returns that. @throws DatabaseUnavailable */
export async function retryMessages(database: Database, retry: Retry): Promise<number> {
  const { failed, uncertain } = await planRetry(database, retry, queueAgain);
  if (failed + uncertain > 0) await recordAction(database, 'outbox retry', failed + uncertain);
  return failed + uncertain;
}
