import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import {
  noteAnnouncementTested,
  openAnnouncement,
  planAnnouncement,
} from '../../mail/announcement-transitions.ts';
import { findAnnouncement } from '../../mail/announcements.ts';
import type { Verdict } from '../../mail/judge.ts';
import { openLinkedEntries } from '../../mail/linked-entries.ts';
import { type LinkPurpose, openLinks } from '../../mail/links.ts';
import { noteBounce } from '../../mail/note-bounce.ts';
import type { ClaimedEmail } from '../../mail/outbox.ts';
import { resumeSending } from '../../mail/sending.ts';
import { erasePerson } from '../../waitlist/erasing.ts';
import { everybody } from '../../waitlist/filter.ts';
import { importPeople, leaveList } from '../../waitlist/people.ts';
import { copyEmbeddedList, sharedPostgres, testFolder } from './databases.ts';
import { claimBy, finish, setLimit } from './emails.ts';

// waitlist/ itself knows nothing of emails, and its tests take them from here.
export { resumeSending };

/** Makes an empty list of one kind. Returns the options to open it. */
export async function emptyList(kind: Database['kind']): Promise<DatabaseOptions & { dataDir: string }> {
  const dataDir = testFolder();
  if (kind === 'embedded') copyEmbeddedList(dataDir);
  return { dataDir, databaseUrl: kind === 'postgres' ? (await sharedPostgres())?.url : undefined };
}

/** They come as an import brings people. It counts towards no limit, so a slow machine refuses nobody. */
export const joins = (database: Database, ...names: string[]) =>
  importPeople(
    database,
    names.map((name) => ({ email: addressOf(name), source: 'Friend' })),
    false,
  );
export const addressOf = (name: string) => `${name}@restore.example`;

export const leaves = (database: Database, name: string) => leaveList(database, addressOf(name));

export async function emailsOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ email: string }>('select email from waitlist.entries order by email');
  return rows.map(({ email }) => email);
}

/** The lines of a backup. */
export const linesOf = (file: string): string[] =>
  gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');

/** The embedded lists of these tests are copies of one. A list that began by itself has its own keys. */
export const makeKeys = (database: Database) =>
  database.query(
    `update waitlist.email_key set secret = sha256(uuid_send(gen_random_uuid())), link_secret = sha256(uuid_send(gen_random_uuid()))`,
  );

/** Sends what is owed. Returns the emails by the names of their people. */
export async function sendOwed(database: Database): Promise<Record<string, ClaimedEmail>> {
  const emails: Record<string, ClaimedEmail> = {};
  for (let email = await claimBy(database); email; email = await claimBy(database)) {
    await finish(database, email);
    emails[email.address.replace(/@.*/, '')] = email;
  }
  return emails;
}

/** Follows a link as a server does. */
export async function press(database: Database, email: ClaimedEmail | undefined, purpose: LinkPurpose) {
  const links = openLinks(database);
  const token = email?.tokens[purpose] ?? '';
  return (await links.isOurs(token)) && links.follow({ token, purpose, via: 'link' });
}

/** Moves a person's entry to the address of another name. @param email one with the link to it */
export async function moves(database: Database, email: ClaimedEmail | undefined, to: string): Promise<void> {
  // That address may have been sent an email just now.
  await setLimit(database, 'emails-again', 2);
  expect(await openLinkedEntries(database).change(email?.tokens.place ?? '', addressOf(to))).toBe('asked');
  const { [to]: changeEmail } = await sendOwed(database);
  expect(await press(database, changeEmail, 'change')).toBe(true);
}

/** What people do after a backup: see the names. */
export async function goOn(database: Database): Promise<void> {
  const emails = await sendOwed(database);
  const comesBack = (name: string, verdict: Verdict) =>
    noteBounce(database, { messageIds: [emails[name]?.messageId ?? ''], verdict });
  await leaves(database, 'leaves');
  await erasePerson(database, addressOf('erased'));
  await erasePerson(database, addressOf('returns'));
  expect(await press(database, emails.denies, 'not-me')).toBe(true);
  // A person with two entries who moves one to the other's address keeps one of them.
  await moves(database, emails.moves, 'moved');
  expect(await comesBack('complains', 'complaint')).toBe('suppressed');
  expect(await comesBack('bounces', 'no-mailbox')).toBe('suppressed');
  await joins(database, 'returns', 'newcomer');
  // By a mistake of ours, not by their wish.
  await database.query('delete from waitlist.entries where email = $1', [addressOf('lost')]);
}

/** Who is on the list before that. */
export const people = [
  'stays',
  'leaves',
  'erased',
  'returns',
  'denies',
  'moves',
  'moved',
  'complains',
  'bounces',
  'lost',
];

/** Plans an announcement for everybody whom these others have not reached. */
export const plan = (database: Database, name: string, notSent: string[] = []) =>
  planAnnouncement(database, {
    name,
    words: { subject: 'News', html: '<p>News</p>', text: 'News' },
    toUnconfirmed: true,
    peopleFilter: { ...everybody, notSent },
    first: null,
    rate: 600,
  });

/** Plans an announcement and queues it for everybody. */
export async function announce(database: Database, name: string) {
  await plan(database, name);
  const planned = await findAnnouncement(database, name);
  await noteAnnouncementTested(database, name, planned?.version ?? '');
  expect(await openAnnouncement(database, name)).toBe(true);
}

/** Which announcements the outbox holds for a person. */
export async function announcementsFor(database: Database, name: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select announcements.name
       from waitlist.announcements
       join waitlist.outbox on announcement = announcements.id
       join waitlist.entries on entries.id = entry_id
      where email = $1
      order by announcements.name`,
    [addressOf(name)],
  );
  return rows.map((row) => row.name);
}

/** The announcements whose recipients an announcement leaves out. */
export const notSentOf = async (database: Database, name: string) =>
  (await findAnnouncement(database, name))?.peopleFilter.notSent;
