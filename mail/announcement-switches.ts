import type { Database } from '../database/database.ts';

/**
 * Starts sending an announcement, to everyone who is a recipient now and still is when their turn comes. One that is done goes
 * to people who have become recipients since. False when it may not be sent: not tested, cancelled, paused, being sent, or all
 * mail is paused.
 * @param recipients what countRecipients has just returned
 * @throws DatabaseUnavailable
 */
export async function openAnnouncement(
  database: Database,
  name: string,
  recipients: number,
): Promise<boolean> {
  const rows = await database.query(
    `update waitlist.announcements
        set state = 'sending', opened_at = clock_timestamp(), finished_at = null, due_at = clock_timestamp(),
            last_entry = coalesce((select max(id) from waitlist.entries), 0), reached = 0, exhausted = false, chosen_in_wave = 0,
            recipients = chosen + $2
      where name = $1 and state in ('planned', 'done') and tested_version = version
        and not exists (select from waitlist.settings where sending_paused_since is not null)
     returning name`,
    [name, recipients],
  );
  return rows.length > 0;
}

/** Pauses an announcement after the emails under way. False when it is not being sent. @throws DatabaseUnavailable */
export async function pauseAnnouncement(database: Database, name: string, because: string): Promise<boolean> {
  const rows = await database.query(
    `update waitlist.announcements set state = 'paused', paused_because = $2 where name = $1 and state = 'sending' returning name`,
    [name, because],
  );
  return rows.length > 0;
}

/** Resumes a paused announcement, or its next wave. False when it is not paused, or all mail is. @throws DatabaseUnavailable */
export async function resumeAnnouncement(database: Database, name: string): Promise<boolean> {
  const rows = await database.query(
    `update waitlist.announcements
        set state = 'sending', paused_because = null, chosen_in_wave = 0, due_at = clock_timestamp()
      where name = $1 and state = 'paused'
        and not exists (select from waitlist.settings where sending_paused_since is not null)
     returning name`,
    [name],
  );
  return rows.length > 0;
}

/** Ends an announcement for good; nobody else gets it. False when it is done or cancelled already. @throws DatabaseUnavailable */
export async function cancelAnnouncement(database: Database, name: string): Promise<boolean> {
  const rows = await database.query(
    `with cancelled as (
       update waitlist.announcements as known
          set state = 'cancelled', paused_because = null, finished_at = clock_timestamp(),
              chosen = chosen - (select count(*)::int from waitlist.announcement_emails
                                  where announcement = known.id and state in ('waiting', 'transmitting') and state = 'waiting')
        where name = $1 and state in ('planned', 'sending', 'paused')
       returning id
     ), dropped as (
       delete from waitlist.announcement_emails
        where announcement = (select id from cancelled) and state in ('waiting', 'transmitting') and state = 'waiting'
     )
     select id from cancelled`,
    [name],
  );
  return rows.length > 0;
}
