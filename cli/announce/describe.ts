import type { Database } from '../../database/database.ts';
import {
  type Announcement,
  findAnnouncement,
  type HourlyShare,
  listAnnouncements,
  type Reach,
} from '../../mail/announcements.ts';
import { readSending } from '../../waitlist/sending.ts';
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
];

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

/** @throws Error while all mail is paused; DatabaseUnavailable */
export async function assertMailMayGo(database: Database): Promise<void> {
  const { pausedSince, pausedBecause } = await readSending(database);
  if (pausedSince !== null)
    throw new Error(`All mail is paused since ${pausedSince}: ${pausedBecause}. First: sending resume.`);
}

export const withCommas = (number: number) => number.toLocaleString('en-GB');

export const people = (number: number) => `${withCommas(number)} ${number === 1 ? 'person' : 'people'}`;

/** The audience in words. */
export function describeAudience({ toUnconfirmed, source, first }: Announcement): string {
  return [
    first === null ? 'everyone' : `the first ${withCommas(first)}`,
    toUnconfirmed ? 'on the list, confirmed or not' : 'who confirmed',
    source === null ? '' : `and heard of us through ${source}`,
  ]
    .filter(Boolean)
    .join(' ');
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

const minuteSeconds = 60;
const hourSeconds = 3600;

/** `40 s`, `31 min`, `2 h 5 min`. */
export function inWords(seconds: number): string {
  if (seconds < 2 * minuteSeconds) return `${Math.ceil(seconds)} s`;
  if (seconds < 2 * hourSeconds) return `${Math.round(seconds / minuteSeconds)} min`;
  const minutes = Math.round(seconds / minuteSeconds);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param trouble why nothing goes out now, if a worker has said so */
export function describeAnnouncement(announcement: Announcement, trouble: string | null): string {
  const { name, subject, state, pausedBecause, recipients, sent, toCome, underWay } = announcement;
  const { deferred, nextTryAt, failed, uncertain } = announcement;
  const rows: [string, string | number][] = [
    ['announcement', name],
    ['subject', subject],
    ['for', describeAudience(announcement)],
    ['state', pausedBecause === null ? state : `${state}: ${pausedBecause}`],
    ...(trouble !== null && state === 'sending' ? [['waits', trouble] as [string, string]] : []),
    ['recipients', recipients],
    ['gets nothing', describeLeftOut(announcement)],
    ['sent', sent],
    ['to come', toCome],
    ['under way', underWay],
    ['to be tried again', nextTryAt === null ? deferred : `${withCommas(deferred)}, next ${nextTryAt}`],
    ['failed', failed > 0 ? `${withCommas(failed)}: announce send ${name} --failed` : failed],
    [
      'uncertain',
      uncertain > 0 ? `${withCommas(uncertain)}: announce status ${name} --uncertain` : uncertain,
    ],
  ];
  return drawTable(
    rows.map(([what, value]) => ({ what, value: typeof value === 'number' ? withCommas(value) : value })),
  );
}
