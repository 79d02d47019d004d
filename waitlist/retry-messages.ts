import type { Database } from '../database/open-database.ts';
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
  /** Those that stay as they are: their address has left, has confirmed or gets no email any more, or another email to it waits. */
  held: number;
}

/** Those asked for, each with the state shown and whether it may be sent: the same conditions as when it is claimed. */
const asked = `asked as (
  select message.ctid as place, message.entry_id, ${stateOfMessage} as shown,
         entry.state = 'joined' and (message.kind <> 'welcome' or entry.confirmed_at is null)
           and not exists (
             select from waitlist.suppressions
              where address_hash = waitlist.address_hash(entry.canonical) and reason is not null)
           and not exists (
             select from waitlist.outbox as other
              where other.entry_id = message.entry_id and other.state in ('waiting', 'transmitting')
                and other.ctid <> message.ctid)
           and message.ctid = first_value(message.ctid) over (partition by message.entry_id order by message.queued_at desc)
           as may_be_sent
    from waitlist.outbox as message join waitlist.entries as entry on entry.id = message.entry_id
   where ${stateOfMessage} in ('failed', 'uncertain')
     and (message.reference = any ($1::uuid[]) or (message.kind = $2 and ${stateOfMessage} = $3))
)`;

const parametersOf = (retry: Retry) =>
  'ids' in retry ? [retry.ids, null, null] : [[], retry.kind, retry.state];

/** What a retry would do. @throws DatabaseUnavailable */
export async function planRetry(database: Database, retry: Retry): Promise<RetryPlan> {
  const [row] = await database.query<RetryPlan>(
    `with ${asked}
     select count(*) filter (where may_be_sent and shown = 'failed')::int as failed,
            count(*) filter (where may_be_sent and shown = 'uncertain')::int as uncertain,
            count(*) filter (where not may_be_sent)::int as held
       from asked`,
    parametersOf(retry),
  );
  return row ?? { failed: 0, uncertain: 0, held: 0 };
}

/**
 * Lets them be sent once more, as if never tried but under the same Message-ID, and records how many.
 * @returns how many
 * @throws DatabaseUnavailable
 */
export async function retryMessages(database: Database, retry: Retry): Promise<number> {
  const rows = await database.query<{ entry_id: string }>(
    `with ${asked}, again as (
       update waitlist.outbox as message
          set state = 'waiting', due_at = clock_timestamp(), tries = 0, repeats = 0, claimant = null, transmitted_at = null
         from asked
        where message.ctid = asked.place and asked.may_be_sent
       returning message.entry_id
     ), recorded as (
       insert into waitlist.audit (action, entries) select 'outbox retry', count(*) from again having count(*) > 0
     )
     select entry_id::text from again`,
    parametersOf(retry),
  );
  return rows.length;
}
