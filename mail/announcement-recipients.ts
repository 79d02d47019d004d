import type { Database } from '../database/database.ts';
import type { Audience } from './announcements.ts';

/** How many people would get the announcement if it were opened now, without those who had it. @throws DatabaseUnavailable */
export async function countRecipients(
  database: Database,
  { toUnconfirmed, source, first }: Audience,
  name: string,
): Promise<number> {
  const [row] = await database.query<{ recipients: number }>(
    `select least(count(*), $3::int - max(coalesce(announced.chosen, 0)))::int as recipients
       from waitlist.entries as entries
       left join waitlist.announcements as announced on announced.name = $4
      where entries.state = 'joined' and ($1 or entries.confirmed_at is not null) and ($2::text is null or entries.source = $2)
        and not exists (
          select from waitlist.announcement_emails as known
           where known.announcement = announced.id and known.entry_id = entries.id)`,
    [toUnconfirmed, source, first, name],
  );
  return row?.recipients ?? 0;
}

/**
 * Of the recipients of an announcement that also goes to the unconfirmed, how many have not confirmed.
 * @throws DatabaseUnavailable
 */
export async function countUnconfirmed(database: Database, { source, first }: Audience): Promise<number> {
  const [row] = await database.query<{ unconfirmed: number }>(
    `select (count(*) - count(confirmed_at))::int as unconfirmed from (
       select confirmed_at from waitlist.entries
        where state = 'joined' and ($1::text is null or source = $1) order by id limit $2::int
     ) as audience`,
    [source, first],
  );
  return row?.unconfirmed ?? 0;
}

export interface HourlyShare {
  /** Emails an hour at most, of all announcements together. */
  most: number;
  /** Whether this hour's share is used up, or all mail is paused. */
  isUsedUp: boolean;
}

/** How many of an hour's emails waitlist.limits leaves to announcements. @throws DatabaseUnavailable */
export async function readHourlyShare(database: Database): Promise<HourlyShare> {
  const [row] = await database.query<HourlyShare>(
    `select min(most)::int as most, waitlist.announcements_are_held(clock_timestamp()) as "isUsedUp"
       from waitlist.limits where name in ('announcements-an-hour', 'emails-an-hour')`,
  );
  return row ?? { most: 0, isUsedUp: true };
}
