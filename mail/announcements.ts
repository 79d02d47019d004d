import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { recordAction } from '../waitlist/audit.ts';
import type { PeopleFilter } from '../waitlist/filter.ts';
import { pagesOfOneRow } from '../waitlist/pages.ts';
import { shownState } from './outbox-emails.ts';
import type { EmailTemplate } from './templates.ts';

export interface Audience {
  /** Also those who have not confirmed that the address is theirs. */
  toUnconfirmed: boolean;
  /** Which people it is about. */
  peopleFilter: PeopleFilter;
  /** How many people at most, those who joined first; null for all. */
  first: number | null;
}

export interface Plan extends Audience {
  name: string;
  words: EmailTemplate;
  /** Emails a minute at most. */
  rate: number;
}

/** How many people an announcement can still reach, and how many of its audience get nothing. */
export interface AudienceCounts {
  recipients: number;
  /** Recipients who have not confirmed. */
  unconfirmed: number;
  /** People who left, and people who came back and have not confirmed again. */
  notEntitled: number;
  unreachable: number;
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

/** Stores an announcement; replaces one of that name if it was never opened, else returns false. @throws DatabaseUnavailable */
export async function planAnnouncement(database: Database, plan: Plan): Promise<boolean> {
  const { name, words, toUnconfirmed, peopleFilter, first, rate } = plan;
  return callTransition(
    database,
    `waitlist.plan_announcement(row(
       $1::text, $2::text, $3::text, $4::text, $5::boolean, waitlist.filter_from($6::jsonb), $7::integer, $8::integer
     )::waitlist.announcement_plan)`,
    [name, words.subject, words.html, words.text, toUnconfirmed, JSON.stringify(peopleFilter), first, rate],
  );
}

/** Notes that a version has been sent to somebody as a preview. @throws DatabaseUnavailable */
export async function noteAnnouncementTested(
  database: Database,
  name: string,
  version: string,
): Promise<void> {
  await database.query('select waitlist.note_tested($1, $2::uuid)', [name, version]);
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

/** How many people are looked through at once: a join waits for one of these pages at most. */
const peopleInAPage = 1000;

/** A number for SQL, where null is no limit. */
const limitFrom = (maximum: number): number | null => (Number.isFinite(maximum) ? maximum : null);

export interface CountOptions {
  /** How many recipients at most. */
  atMost?: number | undefined;
  /** Is given the addresses of each page. */
  each?: (emails: string[]) => Promise<void>;
}

/**
 * Counts the people whom an announcement would reach if it were sent now, without those who had it. It goes through the list in the
 * order of joining.
 * @throws DatabaseUnavailable
 */
export async function countAudience(
  database: Database,
  { name, toUnconfirmed, peopleFilter, first }: Audience & { name: string },
  { atMost = Infinity, each = async () => {} }: CountOptions = {},
): Promise<AudienceCounts> {
  const { id, reached } = await readReached(database, name);
  const maxRecipients = Math.min(atMost, (first ?? Infinity) - reached);
  const counts: AudienceCounts = { recipients: 0, unconfirmed: 0, notEntitled: 0, unreachable: 0 };
  if (maxRecipients <= 0) return counts;
  const found = pagesOfOneRow<FoundPage>(
    database,
    `select cardinality(ids) as recipients, unconfirmed, not_entitled as "notEntitled", unreachable, page_end::text as "pageEnd", emails
       from waitlist.find_recipients(
         row($1::integer, $2::boolean, waitlist.filter_from($3::jsonb))::waitlist.audience, $4::bigint, ${peopleInAPage}, $5)`,
    (after) => [
      id,
      toUnconfirmed,
      JSON.stringify(peopleFilter),
      after,
      limitFrom(maxRecipients - counts.recipients),
    ],
  );
  for await (const page of found) {
    counts.recipients += page.recipients;
    counts.unconfirmed += page.unconfirmed;
    counts.notEntitled += page.notEntitled;
    counts.unreachable += page.unreachable;
    await each(page.emails);
    if (counts.recipients >= maxRecipients) break;
  }
  return counts;
}

interface FoundPage extends AudienceCounts {
  /** The id at its end; null where there are no further people. */
  pageEnd: string | null;
  emails: string[];
}

/** The number of an announcement, or null if none of that name is stored, and how many people it has reached. */
async function readReached(
  database: Database,
  name: string,
): Promise<{ id: number | null; reached: number }> {
  // The emails of erased people are gone, and still count. "is not null" chooses the index.
  const [announcement] = await database.query<{ id: number; reached: number }>(
    `select id, erased + (select count(*)::int from waitlist.outbox
                           where announcement is not null and announcement = announcements.id and state <> 'waiting') as reached
       from waitlist.announcements where name = $1`,
    [name],
  );
  return announcement ?? { id: null, reached: 0 };
}

/**
 * Queues the recipients of an announcement for the call that opens it (see `openAnnouncement`), `maxRecipients` at most.
 * @returns how many of its audience get nothing. If another call has ended this one, it queues nobody any more.
 */
async function addRecipients(
  database: Database,
  opening: string,
  maxRecipients: number,
): Promise<Pick<AudienceCounts, 'notEntitled' | 'unreachable'>> {
  const total = { recipients: 0, notEntitled: 0, unreachable: 0 };
  if (maxRecipients <= 0) return total;
  const added = pagesOfOneRow<typeof total & { pageEnd: string | null }>(
    database,
    `select recipients, not_entitled as "notEntitled", unreachable, page_end::text as "pageEnd"
       from waitlist.add_recipients($1::uuid, $2::bigint, ${peopleInAPage}, $3)`,
    (after) => [opening, after, limitFrom(maxRecipients - total.recipients)],
  );
  for await (const page of added) {
    total.recipients += page.recipients;
    total.notEntitled += page.notEntitled;
    total.unreachable += page.unreachable;
    if (total.recipients >= maxRecipients) break;
  }
  return total;
}

/**
 * Queues the recipients in place of those whom another call queued, and then starts. A call that is killed before has sent nothing,
 * and may be made again. If two calls come at once, the later one goes on: the earlier one queues nobody any more, and returns false.
 * An announcement that is done goes to people who have become recipients since.
 * @returns false when it may not be sent: it is not tested, cancelled, paused or being sent; all mail is paused; an announcement that
 * this one asks about is still being sent; or another call, a new plan or a cancellation came meanwhile
 * @throws DatabaseUnavailable
 */
export async function openAnnouncement(
  database: Database,
  name: string,
  atMost = Infinity,
): Promise<boolean> {
  const { opening, first } = await queryOne<{ opening: string | null; first: number | null }>(
    database,
    'select opening::text, first from waitlist.begin_opening($1)',
    [name],
  );
  if (opening === null) return false;
  await dropRecipients(database, name, opening);
  const { reached } = await readReached(database, name);
  const maxRecipients = Math.min(atMost, (first ?? Infinity) - reached);
  const { notEntitled, unreachable } = await addRecipients(database, opening, maxRecipients);
  return callTransition(database, 'waitlist.finish_opening($1::uuid, $2::integer, $3::integer)', [
    opening,
    notEntitled,
    unreachable,
  ]);
}

/**
 * Sets the time at which a server begins with an announcement, in place of an earlier one.
 * @param startsAt ISO 8601
 * @returns false when it may not be sent, as openAnnouncement does
 * @throws DatabaseUnavailable
 */
export const scheduleAnnouncement = (database: Database, name: string, startsAt: string): Promise<boolean> =>
  callTransition(database, 'waitlist.schedule_announcement($1, $2::timestamptz)', [name, startsAt]);

/** An announcement whose time has come. */
export interface DueAnnouncement {
  name: string;
  startsAt: string;
  /** Minutes between that time and now. */
  minutesLate: number;
  /** False if it may not be opened (openAnnouncement): a server tries again in five minutes. */
  hasBegun: boolean;
}

/**
 * Begins with the announcement whose time has come. One of several servers does it.
 * @returns undefined if there is none
 * @throws DatabaseUnavailable
 */
export async function beginScheduled(database: Database): Promise<DueAnnouncement | undefined> {
  const [due] = await database.query<Omit<DueAnnouncement, 'hasBegun'>>(
    `select name, waitlist.iso(starts_at) as "startsAt", minutes_late as "minutesLate"
       from waitlist.take_scheduled_announcement() where name is not null`,
  );
  if (!due) return undefined;
  const hasBegun = await openAnnouncement(database, due.name);
  if (hasBegun) {
    const opened = await findAnnouncement(database, due.name);
    await recordAction(database, 'announce send', opened?.recipients ?? 0);
  }
  return { ...due, hasBegun };
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

/** Calls a function of SQL that moves an announcement to another state. Returns whether it has. */
async function callTransition(database: Database, call: string, parameters: unknown[]): Promise<boolean> {
  const { done } = await queryOne<{ done: boolean }>(database, `select ${call} as done`, parameters);
  return done;
}

/** Pauses an announcement after the emails under way. False when it is not being sent. @throws DatabaseUnavailable */
export const pauseAnnouncement = (database: Database, name: string, because: string): Promise<boolean> =>
  callTransition(database, 'waitlist.pause_announcement($1, $2)', [name, because]);

/** Resumes a paused announcement. False when it is not paused, or all mail is. @throws DatabaseUnavailable */
export const resumeAnnouncement = (database: Database, name: string): Promise<boolean> =>
  callTransition(database, 'waitlist.resume_announcement($1)', [name]);

/** Ends an announcement for good; nobody else gets it. False when it is done or cancelled already. @throws DatabaseUnavailable */
export async function cancelAnnouncement(database: Database, name: string): Promise<boolean> {
  const isCancelled = await callTransition(database, 'waitlist.cancel_announcement($1)', [name]);
  if (isCancelled) await dropRecipients(database, name, null);
  return isCancelled;
}

/** Takes the recipients who have not got it yet out of the outbox. @param opening the call that opens it; null when nobody does */
const dropRecipients = (database: Database, name: string, opening: string | null) =>
  database.query('select waitlist.drop_recipients($1, $2::uuid)', [name, opening]);

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
