import { setTimeout as wait } from 'node:timers/promises';
import { Option } from 'commander';
import { z } from 'zod';
import { type Database, DatabaseUnavailable } from '../../database/database.ts';
import {
  type Announcement,
  type Audience,
  openAnnouncement,
  type Reach,
  readHourlyShare,
  readReach,
  resumeAnnouncement,
  scheduleAnnouncement,
  sentInstead,
  withReach,
} from '../../mail/announcements.ts';
import { readSending } from '../../mail/sending.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { countServers } from '../../waitlist/presence.ts';
import { type Answer, defineListCommand, dryRun, type ListCall, numberOption, yes } from '../command.ts';
import { sendOnceMore } from '../commands/outbox.ts';
import { assertMailMayGo } from '../commands/sending.ts';
import { momentOfLocalTime, timeZoneNamed } from '../local-time.ts';
import { describeFilter, mustFind } from '../people-filter.ts';
import {
  confirm,
  drawTable,
  startProgress,
  type Terminal,
  UsageError,
  withCommas,
  writeStderr,
} from '../terminal.ts';

/** The fields of --json for all commands that print an announcement. */
export const announcementFields =
  'name, subject, state, pausedBecause, toUnconfirmed, meant, first, rate, version, recipients, leftList, ' +
  'unreachable, startsAt, sent, toCome, underWay, deferred, nextTryAt, failed, uncertain, tested, openedAt, finishedAt';

export const people = (number: number) => `${withCommas(number)} ${number === 1 ? 'person' : 'people'}`;

export function describeAudience({ toUnconfirmed, meant, first }: Audience): string {
  const who = first === null ? 'everyone' : `the first ${withCommas(first)}`;
  const where = toUnconfirmed ? 'on the list, confirmed or not' : 'who confirmed';
  return `${who} ${where}${describeFilter(meant)}`;
}

/** Who is not among the recipients, so that the sums add up. */
export const describeLeftOut = ({ leftList, unreachable }: Pick<Reach, 'leftList' | 'unreachable'>) =>
  `left ${withCommas(leftList)}, unreachable ${withCommas(unreachable)}`;

/** How long so many take at its rate: `40 s`, `31 min`, `2 h 5 min`. @throws DatabaseUnavailable */
export async function timeFor(database: Database, rate: number, recipients: number): Promise<string> {
  const { most } = await readHourlyShare(database);
  // Up to the hourly share the rate decides; the rest waits for the next full hour.
  const seconds = (recipients * 3600) / (recipients <= most ? rate * 60 : Math.min(rate * 60, most));
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Why nothing of one that is being sent goes out now, if that is known. */
async function whyItWaits(database: Database, announcement: Announcement): Promise<string | null> {
  const { toCome, underWay, deferred, nextTryAt } = announcement;
  if ((await countServers(database)) === 0) return noServer;
  const { most, isUsedUp } = await readHourlyShare(database);
  if (isUsedUp)
    return `The ${withCommas(most)} announcements of this hour are out (limits): it goes on at the full hour.`;
  const { trouble } = await readSending(database);
  if (trouble !== null || toCome + underWay > 0 || deferred === 0) return trouble;
  return `What is left (${withCommas(deferred)}) is tried again later, next at ${nextTryAt}.`;
}

const noServer = 'No server runs: it goes out as soon as one does.';

const nobodySays =
  'Nothing goes out, and no server has said why. It needs a running server with SMTP_URL, or npm run mail -- worker. What is under way: announce status.';

const stateInWords = ({ state, pausedBecause, startsAt }: Announcement) => {
  if (pausedBecause !== null) return `${state}: ${pausedBecause}`;
  return startsAt === null ? state : `${state} for ${startsAt}`;
};

/** The answer of a command that shows one. */
export async function answerOf(database: Database, announcement: Announcement): Promise<Answer> {
  const { name, subject, state, recipients, sent, toCome, underWay } = announcement;
  const { deferred, nextTryAt, failed, uncertain } = announcement;
  const why = state === 'sending' ? await whyItWaits(database, announcement) : null;
  const rows = {
    announcement: name,
    subject,
    for: describeAudience(announcement),
    state: stateInWords(announcement),
    ...(why === null ? {} : { waits: why }),
    recipients: withCommas(recipients),
    'gets nothing': describeLeftOut(announcement),
    sent: withCommas(sent),
    'to come': withCommas(toCome),
    'under way': withCommas(underWay),
    'to be tried again': `${withCommas(deferred)}${nextTryAt === null ? '' : `, next ${nextTryAt}`}`,
    failed: `${withCommas(failed)}${failed > 0 ? `: announce send ${name} --failed` : ''}`,
    uncertain: `${withCommas(uncertain)}${uncertain > 0 ? ': outbox list --state uncertain' : ''}`,
  };
  const table = Object.entries(rows).map(([what, value]) => ({ what, value }));
  return { data: announcement, text: drawTable(table) };
}

const noFollow = new Option('--no-follow', 'do not wait until it is out');

export const sendCommand = defineListCommand<{
  atMost?: number;
  failed?: boolean;
  uncertain?: boolean;
  at?: string;
  timeZone?: string;
  follow: boolean;
}>({
  name: 'send <name>',
  summary: 'send it, each recipient once, and show how far it is',
  notes: `Who left, bounced or complained by their turn gets nothing. The servers do the sending, so the display may be closed and opened again with the same command.
After a crash it goes on by itself. What a mail server refused has failed: --failed sends it once more. An email of which nobody knows whether it arrived is listed by outbox list and not sent again, unless you say --uncertain.
With --at a server begins with it at that time, and whoever is on the list then gets it. A server that was down begins when it is back. Another --at moves it, announce cancel or announce plan ends that.
Once it is done, sending it again reaches those who have come since or were beyond --at-most, and nobody twice.
The exit code is 1 when some failed or are uncertain.`,
  examples: [
    'announce send launch --dry-run',
    'announce send launch --at-most 100',
    'announce send launch --at 2027-01-05T09:00 --time-zone Europe/London',
    'announce send launch --yes --no-follow',
    'announce send launch --failed',
  ],
  fields: announcementFields,
  options: [
    numberOption('--at-most <number>', 'so many recipients this time, in the order in which they joined'),
    new Option('--failed', 'send once more those that failed'),
    new Option('--uncertain', 'send once more those of which nobody knows whether they arrived'),
    new Option('--at <time>', 'begin then: a local time such as 2027-01-05T09:00, or one with Z'),
    new Option('--time-zone <name>', 'whose clocks --at means, such as Europe/London').argParser(
      timeZoneNamed,
    ),
    noFollow,
    dryRun,
    yes,
  ],
  async run(call) {
    const { terminal, database, args, options } = call;
    const { atMost, failed, uncertain, at } = options;
    if ([atMost, failed, uncertain, at].filter(Boolean).length > 1)
      throw new UsageError('One of --at-most, --failed, --uncertain and --at at a time.');
    const startsAt = at === undefined ? undefined : startOf(at, options.timeZone);
    const announcement = await mustFind(database, args[0] ?? '');
    const instead = await sentInstead(database, announcement.name);
    if (instead.length > 0 && announcement.state !== 'sending')
      throw new Error(
        `${instead.join(', ')} went to those whom ${announcement.name} has not reached: they would get both.`,
      );
    if (failed || uncertain) {
      const state = failed ? 'failed' : 'uncertain';
      await sendOnceMore(call, { kind: 'announcement', announcement: announcement.name, state });
    } else if (startsAt) return schedule(call, announcement, startsAt);
    else if (announcement.state === 'sending') writeStderr(terminal, `${announcement.name} is being sent.`);
    else return followed(call, announcement.name, await open(call, announcement));
    return followed(call, announcement.name);
  },
});

export const resumeCommand = defineListCommand<{ follow: boolean }>({
  name: 'resume <name>',
  summary: 'let a paused one go on, and show how far it is',
  notes: `All mail that is paused (a restored list, sending pause) pauses announcements until each is resumed by its name.
Of a restored list make sure first that its original has not sent it on since the backup: who got it then would get it again.`,
  examples: ['announce resume launch', 'announce resume launch --no-follow'],
  fields: announcementFields,
  options: [noFollow],
  async run(call) {
    const { terminal, database, args } = call;
    const { name, state } = await mustFind(database, args[0] ?? '');
    await assertMailMayGo(database);
    if (await resumeAnnouncement(database, name)) await recordAction(database, 'announce resume', 0);
    else writeStderr(terminal, `${name} is not paused: it is ${state}.`);
    return followed(call, name);
  },
});

const localForm = z.iso.datetime({ local: true, precision: -1 });
const utcForm = z.iso.datetime({ precision: -1 });

/** @throws UsageError when it is no time, or is past; Error when no clock shows it, or shows it twice */
function startOf(at: string, timeZone: string | undefined): Date {
  const isUtc = utcForm.safeParse(at).success;
  if (!isUtc && !localForm.safeParse(at).success)
    throw new UsageError('--at is a time such as 2027-01-05T09:00.');
  if (!isUtc && timeZone === undefined)
    throw new UsageError(`Whose clocks? --at ${at} --time-zone Europe/London, or --at ${at}Z for UTC.`);
  const startsAt = isUtc ? new Date(at) : momentOfLocalTime(at, timeZone ?? 'UTC');
  if (startsAt.getTime() <= Date.now()) throw new UsageError(`${at} is past.`);
  return startsAt;
}

/** Has a server begin with a planned announcement at that time. */
async function schedule(call: ListCall<{ follow: boolean }>, announcement: Announcement, startsAt: Date) {
  const { terminal, database, options } = call;
  const { name, state } = announcement;
  if (state !== 'planned')
    throw new Error(`${name} is ${state}: only one that is planned can be given a time.`);
  assertTested(announcement);
  const moment = startsAt.toISOString();
  const { recipients } = await readReach(database, announcement);
  const what = `At ${moment.slice(0, 16).replace('T', ' ')} UTC ${name} goes to whoever is meant then: ${describeAudience(announcement)}; ${people(recipients)} as of now.`;
  if (await confirm(terminal, options, what, String(recipients))) {
    if (!(await scheduleAnnouncement(database, name, moment)))
      throw new Error(`Meanwhile ${name} has changed: announce status ${name}`);
    await recordAction(database, 'announce schedule', recipients);
  }
  return answerOf(database, await withReach(database, await mustFind(database, name)));
}

/** @throws Error with a sentence unless its words and audience as they are have been looked at */
function assertTested({ name, tested }: Announcement): void {
  if (!tested)
    throw new Error(`Nobody has looked at ${name} as it is now. First: announce test ${name} YOUR-ADDRESS`);
}

/** Puts the recipients in, unless it is a dry run or there are none: then it returns how many there would be. */
async function open(call: ListCall<{ atMost?: number }>, announcement: Announcement) {
  const { terminal, database, options } = call;
  const { name, state, pausedBecause } = announcement;
  if (state === 'cancelled') throw new Error(`${name} was cancelled. Plan another.`);
  if (state === 'paused')
    throw new Error(`${name} is paused: ${pausedBecause}. To go on: announce resume ${name}`);
  assertTested(announcement);
  await assertMailMayGo(database);
  const { sent, notSent } = announcement.meant;
  for (const other of [...sent, ...notSent]) await assertOver(database, other);
  const { recipients, leftList, unreachable } = await readReach(database, announcement, {
    atMost: options.atMost,
  });
  const reach = { recipients, toCome: recipients, leftList, unreachable };
  const leftOut = `Gets nothing: ${describeLeftOut(reach)}.`;
  if (recipients === 0) {
    writeStderr(terminal, `Nobody is left who can get ${name}. ${leftOut}`);
    return reach;
  }
  const time = await timeFor(database, announcement.rate, recipients);
  const what = `${name} goes to ${people(recipients)}: ${describeAudience(announcement)}. ${leftOut} That takes about ${time}.`;
  if (!(await confirm(terminal, options, what, String(recipients)))) return reach;
  if (!(await openAnnouncement(database, name, options.atMost)))
    throw new Error(`Meanwhile ${name} has changed: announce status ${name}`);
  await recordAction(database, 'announce send', recipients);
  if ((await countServers(database)) === 0) writeStderr(terminal, noServer);
  return undefined;
}

/**
 * Of an announcement that is still being sent nobody knows whom it will have reached.
 * @throws Error with a sentence while it is
 */
async function assertOver(database: Database, name: string): Promise<void> {
  const { state, toCome, underWay, deferred } = await mustFind(database, name);
  if (state === 'sending' || state === 'paused')
    throw new Error(
      `${name} is ${state}: ${people(toCome + underWay + deferred)} may still get it. First: announce cancel ${name}, or let it end.`,
    );
}

/**
 * Follows the announcement if that is wanted, and returns its last state.
 * @param reach whom a planned one would reach, where that is known: finding out is a pass over the list
 */
async function followed(call: ListCall<{ follow: boolean }>, name: string, reach?: Partial<Announcement>) {
  const { terminal, database, options } = call;
  let now = await mustFind(database, name);
  if (now.state === 'planned') now = reach ? { ...now, ...reach } : await withReach(database, now);
  if (now.state === 'sending' && options.follow && !options.dryRun && (await countServers(database)) > 0)
    now = await follow(terminal, database, now);
  return { ...(await answerOf(database, now)), hasFindings: now.failed + now.uncertain > 0 };
}

/** After this long without progress the reason is printed, because the bar does not show it. */
const stalledMs = 10_000;

const settled = ({ sent, failed, uncertain }: Announcement) => sent + failed + uncertain;

/** Shows an announcement's progress until it is no longer being sent; returns its last state. @throws Error with a sentence */
async function follow(terminal: Terminal, database: Database, found: Announcement): Promise<Announcement> {
  let now = found;
  writeStderr(terminal, 'The servers send it. Ctrl-C ends only this display: it goes on without.');
  const progress = startProgress(terminal, 'Sending');
  let moved = { at: Date.now(), settled: settled(now) };
  try {
    while (now.state === 'sending') {
      await wait(1000);
      now = await mustFind(database, found.name);
      const done = settled(now);
      if (done !== moved.settled) moved = { at: Date.now(), settled: done };
      else if (Date.now() - moved.at > stalledMs) {
        progress.end();
        writeStderr(terminal, (await whyItWaits(database, now)) ?? nobodySays);
        moved = { at: Infinity, settled: done };
      }
      progress.reach(done, now.recipients);
    }
    return now;
  } catch (cause) {
    if (!(cause instanceof DatabaseUnavailable)) throw cause;
    const goesOn = `${found.name} goes on by itself when a server runs again: announce send ${found.name} shows it.`;
    throw new Error(`${cause.message} ${goesOn}`, { cause });
  } finally {
    progress.end();
  }
}
