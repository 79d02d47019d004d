import type { Database } from '../../database/database.ts';
import {
  type Announcement,
  announcementsSentInstead,
  announcementsWaitedFor,
  readHourlyShare,
} from '../../mail/announcements.ts';
import type { Audience, AudienceCounts } from '../../mail/audience.ts';
import { readSending, whyEmailsWait } from '../../mail/sending.ts';
import { countServers } from '../../waitlist/presence.ts';
import type { Answer } from '../command.ts';
import { describeFilter } from '../people-filter.ts';
import { drawTable, withCommas } from '../terminal.ts';

/** The fields of --json for all commands that print an announcement. */
export const announcementFields =
  'name, subject, state, pausedBecause, toUnconfirmed, peopleFilter, first, rate, version, recipients, notEntitled, ' +
  'unreachable, startsAt, sent, toCome, underWay, deferred, nextTryAt, failed, uncertain, tested, openedAt, finishedAt';

export function describeAudience({ toUnconfirmed, peopleFilter, first }: Audience): string {
  const who = first === null ? 'everyone' : `the first ${withCommas(first)}`;
  const where = toUnconfirmed ? 'on the list, confirmed or not' : 'who confirmed';
  return `${who} ${where}${describeFilter(peopleFilter)}`;
}

/** The people who are not recipients, so that the sums add up. */
export const describeLeftOut = ({
  notEntitled,
  unreachable,
}: Pick<AudienceCounts, 'notEntitled' | 'unreachable'>) =>
  `left or not confirmed again ${withCommas(notEntitled)}, unreachable ${withCommas(unreachable)}`;

/**
 * How long an announcement takes: `40 s`, `31 min`, `2 h 5 min`.
 * @param rate emails a minute
 * @throws DatabaseUnavailable
 */
export async function durationInWords(database: Database, rate: number, recipients: number): Promise<string> {
  const { most } = await readHourlyShare(database);
  const ratePerHour = rate * 60;
  // Emails beyond the hourly share wait for the next full hour. Fewer emails go out at their rate.
  const perHour = recipients <= most ? ratePerHour : Math.min(ratePerHour, most);
  const seconds = (recipients / perHour) * 3600;
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const noServer = 'No server runs: it goes out as soon as one does.';

/** Why nothing of one that is being sent goes out now, if that is known. */
export async function whyItWaits(database: Database, announcement: Announcement): Promise<string | null> {
  const { toCome, underWay, deferred, nextTryAt } = announcement;
  if ((await countServers(database)) === 0) return noServer;
  const { most, isUsedUp } = await readHourlyShare(database);
  if (isUsedUp)
    return `The ${withCommas(most)} announcements of this hour are out (limits): it goes on at the full hour.`;
  const { trouble } = await readSending(database);
  if (trouble !== null || toCome + underWay > 0 || deferred === 0) return trouble;
  return `What is left (${withCommas(deferred)}) is tried again later, next at ${nextTryAt}.`;
}

/** Why an announcement whose time has come has not begun. */
async function whyItHasNotBegun(database: Database, { name }: Announcement): Promise<string> {
  if ((await countServers(database)) === 0) return noServer;
  const waiting = whyEmailsWait(await readSending(database));
  if (waiting !== undefined) return waiting;
  const instead = await announcementsSentInstead(database, name);
  if (instead.length > 0)
    return `It may reach nobody any more: ${instead.join(', ')} went to those whom it had not reached. Cancel it: announce cancel ${name}.`;
  const underWay = await announcementsWaitedFor(database, name);
  if (underWay.length > 0) return `It begins when this is over: ${underWay.join(', ')}.`;
  return 'A server begins with it within five minutes.';
}

async function whyNothingGoesOut(database: Database, announcement: Announcement): Promise<string | null> {
  const { state, startsAt } = announcement;
  if (state === 'sending') return whyItWaits(database, announcement);
  const isOverdue = state === 'planned' && startsAt !== null && Date.parse(startsAt) < Date.now();
  return isOverdue ? whyItHasNotBegun(database, announcement) : null;
}

function stateInWords({ state, pausedBecause, startsAt }: Announcement): string {
  if (pausedBecause !== null) return `${state}: ${pausedBecause}`;
  if (startsAt !== null) return `${state} for ${startsAt}`;
  return state;
}

/** The answer of a command that shows one announcement. */
export async function answerOf(database: Database, announcement: Announcement): Promise<Answer> {
  const { name, subject, recipients, sent, toCome, underWay } = announcement;
  const { deferred, nextTryAt, failed, uncertain } = announcement;
  const why = await whyNothingGoesOut(database, announcement);
  const rows: { what: string; value: string }[] = [];
  const add = (what: string, value: string) => rows.push({ what, value });
  add('announcement', name);
  add('subject', subject);
  add('for', describeAudience(announcement));
  add('state', stateInWords(announcement));
  if (why !== null) add('waits', why);
  add('recipients', withCommas(recipients));
  add('gets nothing', describeLeftOut(announcement));
  add('sent', withCommas(sent));
  add('to come', withCommas(toCome));
  add('under way', withCommas(underWay));
  const next = nextTryAt === null ? '' : `, next ${nextTryAt}`;
  add('to be tried again', `${withCommas(deferred)}${next}`);
  const howToRetry = failed > 0 ? `: announce send ${name} --failed` : '';
  add('failed', `${withCommas(failed)}${howToRetry}`);
  const howToLook = uncertain > 0 ? ': outbox list --state uncertain' : '';
  add('uncertain', `${withCommas(uncertain)}${howToLook}`);
  return { data: announcement, text: drawTable(rows) };
}
