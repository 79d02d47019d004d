import type { Database } from '../../database/database.ts';
import { countRecipients, readHourlyShare } from '../../mail/announcement-recipients.ts';
import { openAnnouncement } from '../../mail/announcement-switches.ts';
import type { Announcement } from '../../mail/announcements.ts';
import { repeatUncertain } from '../../mail/uncertain-emails.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { type ConfirmOptions, confirm, declareDryRun, declareYes } from '../confirm.ts';
import { type Answer, type Call, defineCommand } from '../define-command.ts';
import { writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';
import {
  announcementFields,
  describeAnnouncement,
  describeAudience,
  inWords,
  people,
  secondsFor,
} from './describe.ts';
import { assertMailMayGo, mustFind } from './find.ts';
import { follow } from './follow.ts';

export interface SendOptions extends ConfirmOptions {
  uncertain?: boolean;
  follow: boolean;
  dryRun?: boolean;
}

export const sendCommand = defineCommand<SendOptions>({
  name: 'send <name>',
  summary: 'send it, each recipient once, and show how far it is',
  notes: `Who left, bounced or complained by their turn gets nothing. The servers do the sending, so the display may be closed and opened again with the same command.
After a crash it goes on by itself. An email of which nobody knows whether it arrived is listed by announce status and not sent again, unless you say --uncertain.
Once it is done, sending it again reaches those who have come since, and nobody twice.
The exit code is 1 when some are uncertain.`,
  examples: [
    'announce send launch --dry-run',
    'announce send launch',
    'announce send launch --yes --no-follow',
  ],
  fields: announcementFields,
  declareOptions(command) {
    command
      .option('--uncertain', 'send once more those of which nobody knows whether they arrived')
      .option('--no-follow', 'do not wait until it is out');
    declareDryRun(command);
    declareYes(command);
  },
  run: (call) =>
    withDatabase(call.terminal, async (database) => {
      const { terminal, args, options } = call;
      const announcement = await mustFind(database, args[0] ?? '');
      if (options.uncertain) await sendUncertain(call, database, announcement);
      else if (announcement.state === 'sending') writeStderr(terminal, `${announcement.name} is being sent.`);
      else await open(call, database, announcement);
      return followed(call, database, announcement.name);
    }),
});

/** Follows the announcement if that is wanted, and returns its last state. */
export async function followed(
  { terminal, options }: Pick<Call<{ follow: boolean; dryRun?: boolean }>, 'terminal' | 'options'>,
  database: Database,
  name: string,
): Promise<Answer> {
  let now = await mustFind(database, name);
  if (now.state === 'sending' && options.follow && !options.dryRun && isServed(database))
    now = await follow(terminal, database, now);
  return { data: { ...now }, text: describeAnnouncement(now), hasFindings: now.uncertain > 0 };
}

/** Whether another process may be sending: an embedded list that this command has opened itself has no server. */
function isServed(database: Database): boolean {
  return database.kind === 'postgres' || 'replace' in database;
}

async function open(
  { terminal, options }: Call<SendOptions>,
  database: Database,
  announcement: Announcement,
): Promise<void> {
  const { name, state, pausedBecause, tested } = announcement;
  if (state === 'cancelled') throw new Error(`${name} was cancelled. Plan another.`);
  if (state === 'paused')
    throw new Error(`${name} is paused: ${pausedBecause}. To go on: announce resume ${name}`);
  if (!tested)
    throw new Error(`Nobody has looked at ${name} as it is now. First: announce test ${name} YOUR-ADDRESS`);
  await assertMailMayGo(database);
  const recipients = await countRecipients(database, announcement, name);
  if (recipients === 0) {
    writeStderr(terminal, `Nobody is left who has not got ${name}.`);
    return;
  }
  const seconds = secondsFor(recipients, announcement, await readHourlyShare(database));
  const what = `${name} goes to ${people(recipients)}: ${describeAudience(announcement)}. That takes about ${inWords(seconds)}.`;
  if (options.dryRun) {
    writeStderr(terminal, `${what} Nothing was sent.`);
    return;
  }
  await confirm(terminal, options, what, String(recipients));
  if (!(await openAnnouncement(database, name, recipients)))
    throw new Error(`Meanwhile ${name} has changed: announce status ${name}`);
  await recordAction(database, 'announce send', recipients);
  if (!isServed(database)) writeStderr(terminal, 'No server runs: it goes out as soon as one does.');
}

async function sendUncertain(
  { terminal, options }: Call<SendOptions>,
  database: Database,
  { name, uncertain }: Announcement,
): Promise<void> {
  await assertMailMayGo(database);
  const what = `${people(uncertain)} may have got ${name} already, and would get it twice.`;
  if (options.dryRun) {
    writeStderr(terminal, `${what} Nothing was sent.`);
    return;
  }
  await confirm(terminal, options, what, String(uncertain));
  const repeated = await repeatUncertain(database, name);
  if (repeated === 0) throw new Error(`${name} is not being sent, or nobody is uncertain any more.`);
  await recordAction(database, 'announce send --uncertain', repeated);
}
