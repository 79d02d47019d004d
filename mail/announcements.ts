import type { Database } from '../database/database.ts';

type AnnouncementState = 'planned' | 'sending' | 'paused' | 'done' | 'cancelled';

export interface Audience {
  /** Also those who have not confirmed that the address is theirs. */
  toUnconfirmed: boolean;
  /** Only people who heard of us there; null for everybody. */
  source: string | null;
  /** At most this many, those who joined first; null for all. */
  first: number | null;
}

/** An announcement and how far it is. Its counts are of recipients. */
export interface Announcement extends Audience {
  name: string;
  subject: string;
  state: AnnouncementState;
  pausedBecause: string | null;
  /** Whether the current words and audience have been sent to somebody as a preview. */
  tested: boolean;
  version: string;
  wave: number | null;
  rate: number;
  /** How many it had when it was opened; 0 before. */
  recipients: number;
  sent: number;
  underWay: number;
  /** Tried again automatically: deferred by the mail server, or returned because of a fault of ours. */
  deferred: number;
  failed: number;
  /** Perhaps delivered; never tried again automatically. */
  uncertain: number;
  /** Those whose turn is still to come, by the count when it was opened. */
  toCome: number;
  /** ISO 8601, UTC; null until then. */
  openedAt: string | null;
  finishedAt: string | null;
}

/** SQL that writes a timestamp column as ISO 8601, UTC. */
export const isoOf = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** `sent` is calculated from the other counts, because counting the rows would read up to a million. */
const selectAnnouncements = `
  select known.name, known.subject, known.state, known.paused_because as "pausedBecause",
         known.tested_version is not distinct from known.version as tested, known.version::text as version,
         known.to_unconfirmed as "toUnconfirmed", known.source, known.first, known.wave, known.rate,
         known.recipients, known.chosen - under_way - deferred - unsent.failed - unsent.uncertain - lapsed as sent,
         under_way as "underWay", deferred, unsent.failed, unsent.uncertain + lapsed as uncertain,
         case when known.state in ('sending', 'paused') then greatest(0, known.recipients - known.chosen) else 0 end as "toCome",
         ${isoOf('known.opened_at')} as "openedAt", ${isoOf('known.finished_at')} as "finishedAt"
    from waitlist.announcements as known
   cross join lateral (
     select count(*) filter (where state = 'transmitting' and due_at > clock_timestamp())::int as under_way,
            count(*) filter (where state = 'transmitting' and due_at <= clock_timestamp())::int as lapsed,
            count(*) filter (where state = 'waiting')::int as deferred
       from waitlist.announcement_emails
      where announcement = known.id and state in ('waiting', 'transmitting')) as open
   cross join lateral (
     select count(*) filter (where state = 'failed')::int as failed,
            count(*) filter (where state = 'uncertain')::int as uncertain
       from waitlist.announcement_emails
      where announcement = known.id and state in ('uncertain', 'failed')) as unsent`;

/** All announcements, the latest first. @throws DatabaseUnavailable */
export function listAnnouncements(database: Database): Promise<Announcement[]> {
  return database.query<Announcement>(`${selectAnnouncements} order by known.id desc`);
}

/** @throws DatabaseUnavailable */
export async function findAnnouncement(database: Database, name: string): Promise<Announcement | undefined> {
  const [row] = await database.query<Announcement>(`${selectAnnouncements} where known.name = $1`, [name]);
  return row;
}
