import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { type Audience, type AudienceCounts, countAudience } from './audience.ts';
import { shownState } from './outbox-emails.ts';
import type { EmailTemplate } from './templates.ts';

export interface Plan extends Audience {
  name: string;
  words: EmailTemplate;
  /** Emails a minute at most. */
  rate: number;
}

export const announcementStates = ['planned', 'sending', 'paused', 'done', 'cancelled'] as const;

/** An announcement and how far it is. Its recipients are sent, toCome, underWay, deferred, failed and uncertain. */
export interface Announcement extends Omit<Plan, 'words'>, Omit<AudienceCounts, 'unconfirmed'> {
  subject: string;
  state: (typeof announcementStates)[number];
  pausedBecause: string | null;
  /** Whether the current words and audience have been sent to somebody as a preview. */
  tested: boolean;
  version: string;
  /** When a server is to begin with it; null unless it is planned for a time. ISO 8601, UTC, as all times here. */
  startsAt: string | null;
  sent: number;
  toCome: number;
  underWay: number;
  /** Tried again automatically: put off by the mail server, or kept back by a fault of ours. */
  deferred: number;
  /** When the first of these is tried again. */
  nextTryAt: string | null;
  failed: number;
  /** Perhaps delivered; never tried again automatically. */
  uncertain: number;
  openedAt: string | null;
  finishedAt: string | null;
}

/** All announcements, or the one of that name, the latest first. */
const readAnnouncements = `
  select announcements.name, announcements.subject, announcements.state, announcements.paused_because as "pausedBecause",
         announcements.tested_version is not distinct from announcements.version as tested, announcements.version::text as version,
         announcements.to_unconfirmed as "toUnconfirmed",
         waitlist.filter_as_json(announcements.people_filter) as "peopleFilter", announcements.first, announcements.rate,
         counts.recipients + announcements.erased as recipients, counts.sent + announcements.erased as sent,
         announcements.not_entitled as "notEntitled", announcements.unreachable as "unreachable",
         "toCome", "underWay", deferred, waitlist.iso(next_try_at) as "nextTryAt", failed, uncertain,
         case when announcements.state = 'planned' then waitlist.iso(announcements.starts_at) end as "startsAt",
         waitlist.iso(announcements.opened_at) as "openedAt", waitlist.iso(announcements.finished_at) as "finishedAt"
    from waitlist.announcements
   cross join lateral (
     select count(*)::int as recipients,
            count(*) filter (where shown = 'sent')::int as sent,
            count(*) filter (where shown = 'waiting' and not was_tried)::int as "toCome",
            count(*) filter (where shown = 'transmitting')::int as "underWay",
            count(*) filter (where shown = 'waiting' and was_tried)::int as deferred,
            min(due_at) filter (where shown = 'waiting' and was_tried) as next_try_at,
            count(*) filter (where shown = 'failed')::int as failed,
            count(*) filter (where shown = 'uncertain')::int as uncertain
       from (
         select ${shownState} as shown,
                message.due_at, message.reply is not null as was_tried
           from waitlist.outbox as message
          where message.announcement is not null and message.announcement = announcements.id) as emails) as counts
   where $1::text is null or announcements.name = $1
   order by announcements.id desc`;

/** All announcements, the latest first. @throws DatabaseUnavailable */
export async function listAnnouncements(database: Database): Promise<Announcement[]> {
  const found = await database.query<Announcement>(readAnnouncements, [null]);
  return Promise.all(found.map((announcement) => withAudienceCounts(database, announcement)));
}

/** The names of all announcements, the latest first. @throws DatabaseUnavailable */
export async function readAnnouncementNames(database: Database): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    'select name from waitlist.announcements order by id desc',
  );
  return found.map(({ name }) => name);
}

/** As stored: a planned one has nobody in the outbox yet. @throws DatabaseUnavailable */
export const findAnnouncement = async (database: Database, name: string) =>
  (await database.query<Announcement>(readAnnouncements, [name]))[0];

/** A planned announcement with the recipients that it would reach now; another as it is. @throws DatabaseUnavailable */
export async function withAudienceCounts(
  database: Database,
  announcement: Announcement,
): Promise<Announcement> {
  if (announcement.state !== 'planned') return announcement;
  const { unconfirmed: _, ...counts } = await countAudience(database, announcement);
  return { ...announcement, ...counts, toCome: counts.recipients };
}

/** An announcement's words, with slots for a person's facts. @throws Error if there is none of that name; DatabaseUnavailable */
export async function readAnnouncementWords(database: Database, name: string): Promise<EmailTemplate> {
  const [words] = await database.query<EmailTemplate>(
    'select subject, html, text from waitlist.announcements where name = $1',
    [name],
  );
  if (!words) throw new Error(`There is no announcement ${name}.`);
  return words;
}

/**
 * The announcements because of which one may not begin (waitlist.obstacles_to_opening).
 * @param isTemporary whether they are over one day
 */
async function obstaclesTo(database: Database, name: string, isTemporary: boolean): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select obstacle.name from waitlist.announcements, waitlist.obstacles_to_opening(announcements) as obstacle
      where announcements.name = $1 and obstacle.is_temporary = $2`,
    [name, isTemporary],
  );
  return rows.map((row) => row.name);
}

/** The announcements that were sent to people because this one has not reached them. @throws DatabaseUnavailable */
export const announcementsSentInstead = (database: Database, name: string): Promise<string[]> =>
  obstaclesTo(database, name, false);

/** The announcements under way that this one asks about: it may begin when they are over. @throws DatabaseUnavailable */
export const announcementsWaitedFor = (database: Database, name: string): Promise<string[]> =>
  obstaclesTo(database, name, true);

/**
 * How many of an hour's emails waitlist.limits leaves to all announcements together, and whether this hour's are used up.
 * @throws DatabaseUnavailable
 */
export function readHourlyShare(database: Database) {
  return queryOne<{ most: number; isUsedUp: boolean }>(
    database,
    `select min(most)::int as most, waitlist.is_hour_used_up(true, clock_timestamp()) as "isUsedUp"
       from waitlist.limits where name in ('announcements-an-hour', 'emails-an-hour')`,
  );
}
