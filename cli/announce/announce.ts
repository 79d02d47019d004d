import { basename } from 'node:path';
import { Option } from 'commander';
import type { Database } from '../../database/database.ts';
import {
  cancelAnnouncement,
  noteAnnouncementTested,
  pauseAnnouncement,
  planAnnouncement,
} from '../../mail/announcement-transitions.ts';
import { findAnnouncement, listAnnouncements, withAudienceCounts } from '../../mail/announcements.ts';
import { countAudience } from '../../mail/audience.ts';
import { connectToMailServer } from '../../mail/mail-server.ts';
import { readSending, whyEmailsWait } from '../../mail/sending.ts';
import { readTemplates } from '../../mail/templates.ts';
import { readSettings } from '../../server/settings.ts';
import { readTextFile } from '../../system/text-file.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { defineGroup, defineListCommand, dryRunOption, numberOption, yesOption } from '../command.ts';
import { existingAnnouncement } from '../existing-announcement.ts';
import { type FilterOptions, filterFrom, filterOptions } from '../people-filter.ts';
import {
  confirmUnlessDryRun,
  type DryRunOption,
  drawTable,
  peopleInWords,
  UsageError,
  writeStderr,
} from '../terminal.ts';
import { createTrialSender, rehearseCommand } from './rehearse.ts';
import { resumeCommand, sendCommand } from './send.ts';
import { announcementFields, answerOf, describeAudience, describeLeftOut } from './show.ts';

interface PlanOptions extends FilterOptions, DryRunOption {
  name?: string;
  all?: boolean;
  first?: number;
  rate: number;
}

const plan = defineListCommand<PlanOptions>({
  name: 'plan <file>',
  summary: 'read the words of an announcement and choose its recipients; nothing is sent',
  notes: `The file is Markdown below a front matter with a subject and, if you want, a preheader (an inbox shows it beside the subject):

  ---
  subject: The beta is open
  ---
  Assalamu alaikum, …

{{email}} stands for the recipient's address, also in a link: [come in](https://…?email={{email}}). [leave]({{leave}}) is a link that
leaves the list, [your place]({{place}}) one to the person's place. The foot of each email has both anyway. HTML and pictures are refused.
Another plan with the same name replaces this one, until it is sent.`,
  examples: [
    'announce plan launch.md --dry-run',
    'announce plan correction.md --sent launch',
    'announce plan launch-2.md --not-sent launch',
  ],
  fields: 'name, subject, recipients, notEntitled, unreachable, planned',
  options: [
    new Option('--name <name>', 'what to call it; if left out, the name of the file'),
    new Option('--all', 'also people who have not confirmed that the address is theirs'),
    ...filterOptions,
    numberOption('--first <number>', 'so many at most, in the order in which they joined'),
    // Ten a second: what mail providers accept from a sender that they know.
    numberOption('--rate <number>', 'emails a minute at most').default(600),
    dryRunOption,
  ],
  async run({ terminal, database, args: [file = ''], options }) {
    const { name = basename(file).replace(/\.[^.]*$/, ''), first = null, rate } = options;
    if (!/^[\w.-]{1,60}$/.test(name))
      throw new UsageError('A name is letters, digits, dots and dashes: announce plan FILE --name launch.');
    // Imported only here, because the Markdown libraries take long to load and no other command needs them.
    const { compileAnnouncement } = await import('./compile.ts');
    const templates = await readTemplates(terminal.buildFolder);
    const words = compileAnnouncement(file, readTextFile(file), templates.announcement);
    const peopleFilter = await filterFrom(database, options);
    const audience = { toUnconfirmed: options.all === true, peopleFilter, first };
    const isFree = options.dryRun
      ? await isNameFree(database, name)
      : await planAnnouncement(database, { ...audience, name, words, rate });
    if (!isFree) throw new Error(`${name} has been opened or cancelled before: choose another --name.`);
    const { unconfirmed, ...counts } = await countAudience(database, { ...audience, name });
    const { recipients } = counts;
    if (!options.dryRun) await recordAction(database, 'announce plan', recipients);
    const lines = [];
    if (options.all)
      lines.push(
        `With --all it goes to ${peopleInWords(unconfirmed)} who did not confirm. The email that asks promises them silence until they do.`,
      );
    const recipientsInWords = `${peopleInWords(recipients)}: ${describeAudience(audience)}`;
    if (options.dryRun) lines.push(`${name} would be for ${recipientsInWords}. Nothing was changed.`);
    else
      lines.push(
        `${name} is for ${recipientsInWords}, as of now. Gets nothing: ${describeLeftOut(counts)}. Next: announce test ${name} YOUR-ADDRESS`,
      );
    const data = { name, subject: words.subject, ...counts, planned: !options.dryRun };
    return { data, message: lines.join('\n') };
  },
});

/** Whether a plan may have this name: no announcement has it, or only one that is planned. */
async function isNameFree(database: Database, name: string): Promise<boolean> {
  const found = await findAnnouncement(database, name);
  return found === undefined || found.state === 'planned';
}

const test = defineListCommand({
  name: 'test <name> <address>',
  summary: 'send the email to yourself; you must do this before you send it to others',
  notes:
    'It goes out at once, through the mail server of SMTP_URL. It is the email that everybody will get, but its links belong to nobody. Look at it on a telephone too.',
  examples: ['announce test launch you@example.org'],
  fields: 'name, taken',
  async run({ terminal, database, args: [name = '', email = ''] }) {
    const { mail } = readSettings(terminal.env);
    if (!mail) throw new Error('SMTP_URL is not set: there is no mail server to send by.');
    const { version } = await existingAnnouncement(database, name);
    const send = await createTrialSender(database, name, mail.sender);
    // The time limit is for the whole SMTP session.
    const server = await connectToMailServer(mail.smtp, AbortSignal.timeout(30_000));
    await send(server, email).finally(() => server.close());
    await noteAnnouncementTested(database, name, version);
    const message = `The mail server took it. When you have looked at it: announce send ${name}`;
    return { data: { name, taken: true }, message };
  },
});

const status = defineListCommand({
  name: 'status [name]',
  summary: 'show how far an announcement is, or the state of all of them',
  notes:
    'uncertain: a server stopped, or the line broke, between the last byte of an email and the mail server’s answer. outbox list --state uncertain names these people and the ids of the emails. Look for the id in the log of the mail server: it says whether the email was taken.',
  examples: ['announce status', 'announce status launch'],
  fields: announcementFields,
  async run({ terminal, database, args: [name] }) {
    if (name !== undefined)
      return answerOf(
        database,
        await withAudienceCounts(database, await existingAnnouncement(database, name)),
      );
    const waiting = whyEmailsWait(await readSending(database));
    if (waiting !== undefined) writeStderr(terminal, waiting);
    const data = await listAnnouncements(database);
    if (data.length === 0) return { data, text: 'No announcement yet.\n' };
    const text = drawTable(data, ['name', 'state', 'recipients', 'sent', 'toCome', 'failed', 'uncertain']);
    return { data, text };
  },
});

const pause = defineListCommand<{ because: string }>({
  name: 'pause <name>',
  summary: 'stop it after the emails under way, from any terminal',
  examples: ['announce pause launch', 'announce pause launch --because "the link is wrong"'],
  fields: announcementFields,
  options: [
    new Option('--because <reason>', 'the reason, which status shows later').default('paused by hand'),
  ],
  async run({ terminal, database, args: [name = ''], options }) {
    const { state } = await existingAnnouncement(database, name);
    if (await pauseAnnouncement(database, name, options.because))
      await recordAction(database, 'announce pause', 0);
    else writeStderr(terminal, `${name} is not being sent: it is ${state}.`);
    return answerOf(database, await withAudienceCounts(database, await existingAnnouncement(database, name)));
  },
});

const cancel = defineListCommand<DryRunOption>({
  name: 'cancel <name>',
  summary: 'stop it for good. People who have not received it yet will not',
  examples: ['announce cancel launch --dry-run', 'announce cancel launch'],
  fields: announcementFields,
  options: [dryRunOption, yesOption],
  async run({ terminal, database, args: [name = ''], options }) {
    const { state, toCome, deferred } = await existingAnnouncement(database, name);
    const left = toCome + deferred;
    const loss =
      state === 'planned'
        ? `${name} will end before anybody has got it`
        : `${peopleInWords(left)} will not get ${name}`;
    const hasEnded = state === 'done' || state === 'cancelled';
    if (hasEnded) writeStderr(terminal, `${name} is ${state}: nothing to end.`);
    else {
      const decision = await confirmUnlessDryRun(terminal, options, `${loss}, for good.`, 'cancel');
      if (decision === 'go' && (await cancelAnnouncement(database, name)))
        await recordAction(database, 'announce cancel', left);
    }
    return answerOf(database, await withAudienceCounts(database, await existingAnnouncement(database, name)));
  },
});

export const announceCommand = defineGroup({
  name: 'announce',
  summary: 'send news to everyone who confirmed: plan, test, rehearse, send, pause, resume, status, cancel',
  examples: ['announce plan launch.md --dry-run', 'announce send launch', 'announce status'],
  commands: [plan, test, rehearseCommand, sendCommand, pause, resumeCommand, status, cancel],
});
