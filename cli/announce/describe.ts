import type { Database } from '../../database/database.ts';
import {
  type Announcement,
  findAnnouncement,
  type HourlyShare,
  listAnnouncements,
  type Reach,
} from '../../mail/announcements.ts';
import { readSending } from '../../waitlist/sending.ts';
import type { Answer } from '../command.ts';
import { drawTable } from '../terminal.ts';

/** The fields of --json for all commands that print an announcement. */
export const announcementFields = [
  'name',
  'subject',
  'state',
  'pausedBecause',
  'toUnconfirmed',
  'source',
  'first',
  'rate',
  'version',
  'recipients',
  'leftList',
  'mailboxGone',
  'sent',
  'toCome',
  'underWay',
  'deferred',
  'nextTryAt',
  'failed',
  'uncertain',
  'tested',
  'openedAt',
  'finishedAt',
] satisfies (keyof Announcement)[];

/** @throws Error that lists the existing announcements; DatabaseUnavailable */
export async function mustFind(database: Database, name: string): Promise<Announcement> {
  const found = await findAnnouncement(database, name);
  if (found) return found;
  const names = (await listAnnouncements(database)).map((known) => known.name);
  throw new Error(
    names.length === 0
      ? 'There is no announcement yet: announce plan FILE makes one.'
      : `There is no announcement ${name}. There are: ${names.join(', ')}.`,
  );
}

export const withCommas = (number: number) => number.toLocaleString('en-GB');

export const people = (number: number) => `${withCommas(number)} ${number === 1 ? 'person' : 'people'}`;

/** The audience in words. */
export function describeAudience({ toUnconfirmed, source, first }: Announcement): string {
  const who = first === null ? 'everyone' : `the first ${withCommas(first)}`;
  const where = toUnconfirmed ? 'on the list, confirmed or not' : 'who confirmed';
  return `${who} ${where}${source === null ? '' : ` and heard of us through ${source}`}`;
}

/** Who is not among the recipients, so that the sums add up. */
export const describeLeftOut = ({ leftList, mailboxGone }: Pick<Reach, 'leftList' | 'mailboxGone'>) =>
  `left ${withCommas(leftList)}, mailbox gone ${withCommas(mailboxGone)}`;

/** About how many seconds this many emails take, by the announcement's rate and the hourly share of all announcements. */
export function secondsFor(emails: number, { rate }: { rate: number }, { most }: HourlyShare): number {
  const anHour = Math.min(rate * 60, most);
  // Up to the hourly share the rate decides; the rest waits for the next full hour.
  return emails <= most ? (emails / rate) * 60 : (emails / anHour) * 3600;
}

/** `40 s`, `31 min`, `2 h 5 min`. */
export function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The answer of a command that shows one. */
export async function answerOf(database: Database, announcement: Announcement): Promise<Answer> {
  const { trouble } = await readSending(database);
  const { name, subject, state, pausedBecause, recipients, sent, toCome, underWay } = announcement;
  const { deferred, nextTryAt, failed, uncertain } = announcement;
  const waits = trouble !== null && state === 'sending' ? { waits: trouble } : {};
  const rows = {
    announcement: name,
    subject,
    for: describeAudience(announcement),
    state: pausedBecause === null ? state : `${state}: ${pausedBecause}`,
    ...waits,
    recipients,
    'gets nothing': describeLeftOut(announcement),
    sent,
    'to come': toCome,
    'under way': underWay,
    'to be tried again': nextTryAt === null ? deferred : `${withCommas(deferred)}, next ${nextTryAt}`,
    failed: failed > 0 ? `${withCommas(failed)}: announce send ${name} --failed` : failed,
    uncertain: uncertain > 0 ? `${withCommas(uncertain)}: announce status ${name} --uncertain` : uncertain,
  };
  const inText = (value: string | number) => (typeof value === 'number' ? withCommas(value) : value);
  const table = Object.entries(rows).map(([what, value]) => ({ what, value: inText(value) }));
  return { data: announcement, text: drawTable(table) };
}
