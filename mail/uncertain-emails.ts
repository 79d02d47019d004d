import type { Database } from '../database/database.ts';
import { isoOf } from './announcements.ts';

export interface Uncertain {
  email: string;
  /** ISO 8601, UTC. */
  triedAt: string;
  /** Finds the email in the mail server's log. */
  messageId: string;
  why: string | null;
}

/** The recipients whose email may or may not have arrived, for a person to check. @throws DatabaseUnavailable */
export function listUncertain(database: Database, name: string): Promise<Uncertain[]> {
  return database.query<Uncertain>(
    `select entries.email, ${isoOf('tried.transmitted_at')} as "triedAt", replace(tried.reference::text, '-', '') as "messageId",
            case tried.state when 'uncertain' then tried.reply else 'its sender stopped: look whether it arrived' end as why
       from waitlist.announcement_emails as tried
       join waitlist.entries as entries on entries.id = tried.entry_id
      where tried.announcement = (select id from waitlist.announcements where name = $1)
        and (tried.state = 'uncertain' or (tried.state = 'transmitting' and tried.due_at <= clock_timestamp()))
      order by tried.transmitted_at`,
    [name],
  );
}

/** Sends these emails once more; returns how many. To be called only after a person has checked. @throws DatabaseUnavailable */
export async function repeatUncertain(database: Database, name: string): Promise<number> {
  const rows = await database.query<{ entry_id: string }>(
    `with announced as (
       update waitlist.announcements
          set state = 'sending', paused_because = null, finished_at = null, due_at = clock_timestamp()
        where name = $1 and state in ('sending', 'done')
          and not exists (select from waitlist.settings where sending_paused_since is not null)
       returning id
     )
     update waitlist.announcement_emails
        set state = 'waiting', due_at = clock_timestamp(), claimant = null, returned_at = null
      where announcement = (select id from announced) and state = 'uncertain'
     returning entry_id::text`,
    [name],
  );
  return rows.length;
}
