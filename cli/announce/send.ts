import { setTimeout as wait } from 'node:timers/promises';
import { Option } from 'commander';
import { z } from 'zod';
import { type Database, DatabaseUnavailable } from '../../database/database.ts';
import {
  openAnnouncement,
  resumeAnnouncement,
  scheduleAnnouncement,
} from '../../mail/announcement-transitions.ts';
import {
  type Announcement,
  announcementsSentInstead,
  announcementsWaitedFor,
  withAudienceCounts,
} from '../../mail/announcements.ts';
import { countAudience } from '../../mail/audience.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { countServers } from '../../waitlist/presence.ts';
import {
  type Answer,
  defineListCommand,
  dryRunOption,
  type ListCall,
  numberOption,
  yesOption,
} from '../command.ts';
import { existingAnnouncement } from '../existing-announcement.ts';
import { momentOfLocalTime, timeZoneNamed } from '../local-time.ts';
import { assertMailMayGo, sendOnceMore } from '../send-once-more.ts';
import {
  confirmUnlessDryRun,
  type DryRunOption,
  peopleInWords,
  startProgress,
  type Terminal,
  UsageError,
  writeStderr,
} from '../terminal.ts';
import {
  announcementFields,
  answerOf,
  describeAudience,
  describeLeftOut,
  durationInWords,
  noServer,
  whyItWaits,
} from './show.ts';

const noFollow = new Option('--no-follow', 'do not wait until it is out');

interface FollowOptions extends DryRunOption {
  /** False with --no-follow. */
  follow: boolean;
}

interface SendOptions extends FollowOptions {
  atMost?: number;
  failed?: boolean;
  uncertain?: boolean;
  at?: string;
  timeZone?: string;
}

export const sendCommand = defineListCommand<SendOptions>({
  name: 'send <name>',
  summary: 'send it, each recipient once, and show how far it is',
  notes: `People who have left, bounced or complained before their turn get nothing. The servers send it, so you may close the display and open it again with the same command.
After a crash it goes on by itself. An email that a mail server refused has failed: --failed sends it once more. If nobody knows whether an email arrived, outbox list shows it. It is not sent again, unless you say --uncertain.
With --at a server begins at that time, and the people who are on the list then get it. A server that was down begins when it is back. Another --at moves the time. announce cancel and announce plan take it back.
Once it is done, you can send it again: it reaches people who have joined since or were beyond --at-most, and nobody twice.
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
    new Option('--uncertain', 'send once more those that may have arrived or not'),
    new Option('--at <time>', 'begin then: a local time such as 2027-01-05T09:00, or one with Z'),
    new Option('--time-zone <name>', 'the time zone of --at, such as Europe/London').argParser(timeZoneNamed),
    noFollow,
    dryRunOption,
    yesOption,
  ],
  async run(call) {
    const { terminal, database, args, options } = call;
    const { atMost, failed, uncertain, at } = options;
    if ([atMost, failed, uncertain, at].filter(Boolean).length > 1)
      throw new UsageError('One of --at-most, --failed, --uncertain and --at at a time.');
    const startsAt = at === undefined ? undefined : startOf(at, options.timeZone);
    const announcement = await existingAnnouncement(database, args[0] ?? '');
    const { name, state } = announcement;
    const instead = await announcementsSentInstead(database, name);
    if (instead.length > 0 && state !== 'sending')
      throw new Error(
        `${instead.join(', ')} went to people whom ${name} has not reached: they would get both.`,
      );
    if (failed) return sendAgain(call, name, 'failed');
    if (uncertain) return sendAgain(call, name, 'uncertain');
    if (startsAt) return schedule(call, announcement, startsAt);
    if (state === 'sending') {
      writeStderr(terminal, `${name} is being sent.`);
      return followed(call, name);
    }
    return followed(call, name, await open(call, announcement));
  },
});

async function sendAgain(
  call: ListCall<SendOptions>,
  announcement: string,
  state: 'failed' | 'uncertain',
): Promise<Answer> {
  await sendOnceMore(call, { kind: 'announcement', announcement, state });
  return followed(call, announcement);
}

export const resumeCommand = defineListCommand<FollowOptions>({
  name: 'resume <name>',
  summary: 'continue a paused announcement, and show how far it is',
  notes: `A restore and sending pause pause all mail, and each announcement until you resume it by its name.
After a restore, first make sure that the original list has sent nothing of it since the backup: those people would get it again.`,
  examples: ['announce resume launch', 'announce resume launch --no-follow'],
  fields: announcementFields,
  options: [noFollow],
  async run(call) {
    const { terminal, database, args } = call;
    const { name, state } = await existingAnnouncement(database, args[0] ?? '');
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
  const startsAt = utcForm.safeParse(at).success ? new Date(at) : momentOfLocal(at, timeZone);
  if (startsAt.getTime() <= Date.now()) throw new UsageError(`${at} is past.`);
  return startsAt;
}

function momentOfLocal(at: string, timeZone: string | undefined): Date {
  if (!localForm.safeParse(at).success) throw new UsageError('--at is a time such as 2027-01-05T09:00.');
  if (timeZone === undefined)
    throw new UsageError(`In which time zone? --at ${at} --time-zone Europe/London, or --at ${at}Z for UTC.`);
  return momentOfLocalTime(at, timeZone);
}

/** Sets the time at which a server begins with a planned announcement. */
async function schedule(call: ListCall<DryRunOption>, announcement: Announcement, startsAt: Date) {
  const { terminal, database, options } = call;
  const { name, state } = announcement;
  if (state !== 'planned')
    throw new Error(`${name} is ${state}: only one that is planned can be given a time.`);
  assertTested(announcement);
  const moment = startsAt.toISOString();
  const { recipients } = await countAudience(database, announcement);
  // Not refused, as `open` would: by then they may be over, and until then the server waits.
  const underWay = await announcementsWaitedFor(database, name);
  const waits = underWay.length === 0 ? '' : ` It waits until this is over: ${underWay.join(', ')}.`;
  const what = `At ${moment.slice(0, 16).replace('T', ' ')} UTC ${name} goes to everybody it is for by then: ${describeAudience(announcement)}; ${peopleInWords(recipients)} as of now.${waits}`;
  const decision = await confirmUnlessDryRun(terminal, options, what, String(recipients));
  if (decision === 'go') {
    if (!(await scheduleAnnouncement(database, name, moment)))
      throw new Error(`Meanwhile ${name} has changed: announce status ${name}`);
    await recordAction(database, 'announce schedule', recipients);
  }
  return answerOf(database, await withAudienceCounts(database, await existingAnnouncement(database, name)));
}

/** @throws Error with a sentence unless its words and audience as they are have been looked at */
function assertTested({ name, tested }: Announcement): void {
  if (!tested)
    throw new Error(`Nobody has looked at ${name} as it is now. First: announce test ${name} YOUR-ADDRESS`);
}

/** Opens it: its recipients are queued. If it is a dry run, or there are none, it returns how many there would be. */
async function open(call: ListCall<SendOptions>, announcement: Announcement) {
  const { terminal, database, options } = call;
  const { name, state, pausedBecause } = announcement;
  if (state === 'cancelled') throw new Error(`${name} was cancelled. Plan another.`);
  if (state === 'paused')
    throw new Error(`${name} is paused: ${pausedBecause}. To go on: announce resume ${name}`);
  assertTested(announcement);
  await assertMailMayGo(database);
  const { sent, notSent } = announcement.peopleFilter;
  for (const other of [...sent, ...notSent]) await assertOver(database, other);
  const { recipients, notEntitled, unreachable } = await countAudience(database, announcement, {
    atMost: options.atMost,
  });
  const counts = { recipients, toCome: recipients, notEntitled, unreachable };
  const leftOut = `Gets nothing: ${describeLeftOut(counts)}.`;
  if (recipients === 0) {
    writeStderr(terminal, `Nobody is left who can get ${name}. ${leftOut}`);
    return counts;
  }
  const time = await durationInWords(database, announcement.rate, recipients);
  const what = `${name} goes to ${peopleInWords(recipients)}: ${describeAudience(announcement)}. ${leftOut} That takes about ${time}.`;
  const decision = await confirmUnlessDryRun(terminal, options, what, String(recipients));
  if (decision === 'dry run') return counts;
  if (!(await openAnnouncement(database, name, options.atMost)))
    throw new Error(`Meanwhile ${name} has changed: announce status ${name}`);
  await recordAction(database, 'announce send', recipients);
  if ((await countServers(database)) === 0) writeStderr(terminal, noServer);
  return undefined;
}

/**
 * Refuses to depend on an announcement that is still being sent: nobody knows yet which people it will reach.
 * @throws Error with a sentence
 */
async function assertOver(database: Database, name: string): Promise<void> {
  const { state, toCome, underWay, deferred } = await existingAnnouncement(database, name);
  if (state === 'sending' || state === 'paused')
    throw new Error(
      `${name} is ${state}: ${peopleInWords(toCome + underWay + deferred)} may still get it. First: announce cancel ${name}, or let it end.`,
    );
}

/**
 * Follows the announcement if that is wanted, and returns its last state.
 * @param counts how many people a planned one would reach, if the caller knows it: to find out takes a pass over the list
 */
async function followed(
  call: ListCall<FollowOptions>,
  name: string,
  counts?: Partial<Announcement>,
): Promise<Answer> {
  const { terminal, database, options } = call;
  let now = await existingAnnouncement(database, name);
  if (now.state === 'planned') now = counts ? { ...now, ...counts } : await withAudienceCounts(database, now);
  const mayFollow = now.state === 'sending' && options.follow && !options.dryRun;
  if (mayFollow && (await countServers(database)) > 0) now = await follow(terminal, database, now);
  return { ...(await answerOf(database, now)), hasFindings: now.failed + now.uncertain > 0 };
}

const withoutAnybody =
  'Nothing goes out, and no server has said why. It needs a running server with SMTP_URL, or npm run mail -- worker. What is under way: announce status.';

/** After this long without progress the reason is printed, because the bar does not show it. */
const stalledMs = 10_000;

const settled = ({ sent, failed, uncertain }: Announcement) => sent + failed + uncertain;

/** Shows an announcement's progress until it is no longer being sent; returns its last state. @throws Error with a sentence */
async function follow(terminal: Terminal, database: Database, found: Announcement): Promise<Announcement> {
  let now = found;
  writeStderr(terminal, 'The servers send it. Ctrl-C ends only this display: it goes on without.');
  const progress = startProgress(terminal, 'Sending');
  let lastProgress = { at: Date.now(), settled: settled(now) };
  try {
    while (now.state === 'sending') {
      await wait(1000);
      now = await existingAnnouncement(database, found.name);
      const done = settled(now);
      if (done !== lastProgress.settled) lastProgress = { at: Date.now(), settled: done };
      else if (Date.now() - lastProgress.at > stalledMs) {
        progress.end();
        writeStderr(terminal, (await whyItWaits(database, now)) ?? withoutAnybody);
        lastProgress = { at: Infinity, settled: done };
      }
      progress.show(done, now.recipients);
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
