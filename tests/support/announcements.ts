import type { Database } from '../../database/database.ts';
import {
  noteAnnouncementTested,
  openAnnouncement,
  planAnnouncement,
} from '../../mail/announcement-transitions.ts';
import { type Announcement, findAnnouncement, type Plan } from '../../mail/announcements.ts';
import { everybody } from '../../waitlist/filter.ts';
import { joinAll } from './emails.ts';

/** Puts people on the list, by the names before their @, without the emails that ask them. */
export async function addPeople(database: Database, names: string[], source?: string): Promise<void> {
  const emails = names.map((name) => `${name}@news.example`);
  await joinAll(database, emails, source);
  await database.query("delete from waitlist.outbox where kind = 'asking'");
}

/** The same, and everybody confirms. */
export async function addConfirmed(database: Database, names: string[], source?: string): Promise<void> {
  await addPeople(database, names, source);
  await database.query('update waitlist.entries set confirmed_at = now() where confirmed_at is null');
}

/** Somebody leaves the list. */
export const leave = (database: Database, name: string) =>
  database.query("select waitlist.leave_list(id, 'by hand') from waitlist.entries where email like $1", [
    `${name}@%`,
  ]);

/** No email reaches somebody any more. */
export const bounce = (database: Database, name: string) =>
  database.query("select waitlist.suppress($1, 'bounce', now())", [`${name}@news.example`]);

/** Somebody is erased. */
export const erase = (database: Database, name: string) =>
  database.query('delete from waitlist.entries where email like $1', [`${name}@%`]);

/** Everybody who has confirmed. */
export const everyone = { toUnconfirmed: false, peopleFilter: everybody, first: null };

/** The people whom another announcement has reached. */
export const reachedBy = (name: string) => ({ peopleFilter: { ...everybody, sent: [name] } });

/** The people whom another announcement has not reached. */
export const notReachedBy = (name: string) => ({ peopleFilter: { ...everybody, notSent: [name] } });

export const news = { subject: 'News', html: '<p>{{email}} {{leave}}</p>', text: 'News' };

/** An announcement that is there. */
export const find = async (database: Database, name: string) =>
  (await findAnnouncement(database, name)) as Announcement;

let planned = 0;

/** Plans an announcement to everyone, unless another audience is given, and marks it as tested. Returns its name. */
export async function plan(
  database: Database,
  { name = `news${planned++}`, ...given }: Partial<Plan> = {},
): Promise<string> {
  await planAnnouncement(database, { name, words: news, ...everyone, rate: 100_000_000, ...given });
  await noteAnnouncementTested(database, name, (await find(database, name)).version);
  return name;
}

/** Plans an announcement and begins to send it. Returns its name. */
export async function open(database: Database, given: Partial<Plan> = {}): Promise<string> {
  const name = await plan(database, given);
  await openAnnouncement(database, name);
  return name;
}

/** A time in the past, in ISO 8601. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
