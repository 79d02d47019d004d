import type { Database } from '../database/database.ts';

export interface Returned {
  emails: number;
  /** What the worker noted of the latest one: the fault and what to do about it. */
  why: string;
}

/**
 * The emails that wait because of a fault of ours; undefined if there are none.
 * @throws DatabaseUnavailable
 */
export async function findReturned(database: Database): Promise<Returned | undefined> {
  // Without the condition of the partial indexes, which names two states, PostgreSQL would read all emails.
  const [row] = await database.query<Returned>(
    `with returned as (
       select returned_at, reply from waitlist.outbox
        where state in ('waiting', 'transmitting') and state = 'waiting' and returned_at is not null
       union all
       select returned_at, reply from waitlist.announcement_emails
        where state in ('waiting', 'transmitting') and state = 'waiting' and returned_at is not null
          and announcement in (select id from waitlist.announcements where state = 'sending')
     )
     select count(*) over ()::int as emails, reply as why from returned order by returned_at desc limit 1`,
  );
  return row;
}
