import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { recordAction } from '../waitlist/audit.ts';
import { findAnnouncement, type Plan } from './announcements.ts';
import { addRecipients, readReached } from './audience.ts';

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
