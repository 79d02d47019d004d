import type { HourlyShare } from '../../mail/announcement-recipients.ts';
import type { Announcement } from '../../mail/announcements.ts';
import { drawTable } from '../terminal.ts';

/** The fields of --json for all commands that print an announcement. */
export const announcementFields = [
  'name',
  'subject',
  'state',
  'pausedBecause',
  'recipients',
  'sent',
  'underWay',
  'deferred',
  'failed',
  'uncertain',
  'toCome',
  'tested',
  'openedAt',
  'finishedAt',
];

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

export function describeAnnouncement(announcement: Announcement): string {
  const { name, subject, state, pausedBecause, sent, underWay, deferred, failed, uncertain, toCome } =
    announcement;
  return drawTable(
    [
      ['announcement', name],
      ['subject', subject],
      ['for', describeAudience(announcement)],
      ['state', pausedBecause === null ? state : `${state}: ${pausedBecause}`],
      ['sent', sent],
      ['to come', toCome],
      ['under way', underWay],
      ['to be tried again', deferred],
      ['failed', failed],
      ['uncertain', uncertain],
    ].map(([what, value]) => ({ what, value: typeof value === 'number' ? withCommas(value) : value })),
  );
}
