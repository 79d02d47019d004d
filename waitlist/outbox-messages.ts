import type { Database } from '../database/database.ts';

/** In the order in which they need a person's attention. */
export const messageStates = ['uncertain', 'failed', 'waiting', 'transmitting', 'sent'] as const;

export type MessageState = (typeof messageStates)[number];

/**
 * An email's state as a person needs it. It is uncertain when no worker transmits it any more and no server has answered: it
 * may have arrived. A failed one keeps its `transmitted_at` only in that case.
 */
export const stateOfMessage = `case
  when message.state = 'transmitting' and message.claimant is not null and message.due_at > clock_timestamp() then 'transmitting'
  when message.state = 'transmitting' or (message.state = 'failed' and message.transmitted_at is not null) then 'uncertain'
  else message.state end`;

export interface Message {
  /** Its name in the Message-ID; null before it was first handed to a mail server. */
  id: string | null;
  kind: string;
  state: MessageState;
  email: string;
  /** ISO 8601, UTC, as all times here. */
  queued_at: string;
  tries: number;
  /** When it is tried next; null when it is not. */
  due_at: string | null;
  /** What the mail server answered last; of a returned email, the fault and what to do. */
  reply: string | null;
}

export interface MessageCount {
  kind: string;
  state: MessageState;
  messages: number;
}

/** How many emails there are of each kind and state. @throws DatabaseUnavailable */
export async function countMessages(database: Database): Promise<MessageCount[]> {
  const counts = await database.query<MessageCount>(
    `select kind, ${stateOfMessage} as state, count(*)::int as messages from waitlist.outbox as message group by 1, 2`,
  );
  const rank = ({ state }: MessageCount) => messageStates.indexOf(state);
  return counts.sort((one, other) => one.kind.localeCompare(other.kind) || rank(one) - rank(other));
}

/**
 * Emails that were not sent, or those in one state, newest first.
 * @throws DatabaseUnavailable
 */
export function latestMessages(
  database: Database,
  state: MessageState | undefined,
  limit: number,
): Promise<Message[]> {
  const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  return database.query<Message>(
    `select replace(message.reference::text, '-', '') as id, message.kind, message.shown as state, entry.email,
            ${utc('message.queued_at')} as queued_at, message.tries,
            case when message.state in ('waiting', 'transmitting') then ${utc('message.due_at')} end as due_at, message.reply
       from (
         select message.*, ${stateOfMessage} as shown
           from waitlist.outbox as message
          where case when $1::text is null then state <> 'sent' else ${stateOfMessage} = $1 end
          order by queued_at desc, entry_id desc
          limit $2
       ) as message
       join waitlist.entries as entry on entry.id = message.entry_id
      order by message.queued_at desc, message.entry_id desc`,
    [state ?? null, limit],
  );
}
