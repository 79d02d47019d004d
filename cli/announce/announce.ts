import { basename } from 'node:path';
import { Option } from 'commander';
import {
  cancelAnnouncement,
  findAnnouncement,
  listAnnouncements,
  noteTested,
  pauseAnnouncement,
  planAnnouncement,
  readReach,
  withReach,
} from '../../mail/announcements.ts';
import { connectToMailServer } from '../../mail/mail-server.ts';
import { readSending } from '../../mail/sending.ts';
import { readTemplates } from '../../mail/templates.ts';
import { readSettings } from '../../server/settings.ts';
import { readTextFile } from '../../system/text-file.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { defineGroup, defineListCommand, dryRun, numberOption, yes } from '../command.ts';
import { type FilterOptions, filterFrom, filterOptions, mustFind } from '../people-filter.ts';
import { confirm, drawTable, UsageError, writeStderr } from '../terminal.ts';
import { rehearseCommand, trialOf } from './rehearse.ts';
import {
  announcementFields,
  answerOf,
  describeAudience,
  describeLeftOut,
  people,
  resumeCommand,
  sendCommand,
} from './send.ts';

const plan = defineListCommand<
  FilterOptions & {
    name?: string;
    all?: boolean;
    first?: number;
    rate: number;
  }
>({
  name: 'plan <file>',
  summary: 'take in the words and say for whom; nothing is sent',
  notes: `The file is Markdown under front matter with a subject and, if wanted, a preheader (what an inbox shows beside it):

  ---
  subject: The beta is open
  ---
  Assalamu alaikum, …

{{email}} stands for the recipient's address, also in a link: [come in](https://…?email={{email}}). [leave]({{leave}}) is a link that
leaves the list, [your place]({{place}}) one to the person's place. Both are at the foot anyway. HTML and pictures are refused.
The same name once more replaces the plan, until it is sent.`,
  examples: [
    'announce plan launch.md --dry-run',
    'announce plan correction.md --sent launch',
    'announce plan launch-2.md --not-sent launch',
  ],
  fields: 'name, subject, recipients, leftList, unreachable, planned',
  options: [
    new Option('--name <name>', 'what to call it, else the file’s name'),
    new Option('--all', 'also those who have not confirmed that the address is theirs'),
    ...filterOptions,
    numberOption('--first <number>', 'so many at most, in the order in which they joined'),
    // Ten a second: what mail providers accept from a sender that they know.
    numberOption('--rate <number>', 'emails a minute at most').default(600),
    dryRun,
  ],
  async run({ database, args: [file = ''], options }) {
    const { name = basename(file).replace(/\.[^.]*$/, ''), first = null, rate } = options;
    if (!/^[\w.-]{1,60}$/.test(name))
      throw new UsageError('A name is letters, digits, dots and dashes: announce plan FILE --name launch.');
    // Imported only here, because the Markdown libraries take long to load and no other command needs them.
    const { compileAnnouncement } = await import('./compile.ts');
    const words = compileAnnouncement(file, readTextFile(file), (await readTemplates('dist')).announcement);
    const meant = await filterFrom(database, options);
    const audience = { toUnconfirmed: options.all === true, meant, first };
    const isFree = options.dryRun
      ? ((await findAnnouncement(database, name))?.state ?? 'planned') === 'planned'
      : await planAnnouncement(database, { ...audience, name, words, rate });
    if (!isFree) throw new Error(`${name} has been opened or cancelled before: choose another --name.`);
    const { unconfirmed, ...reach } = await readReach(database, { ...audience, name });
    const { recipients } = reach;
    if (!options.dryRun) await recordAction(database, 'announce plan', recipients);
    const unasked = `With --all it goes to ${people(unconfirmed)} who did not confirm. The welcome email promises them silence until they do.\n`;
    const whom = `${people(recipients)}: ${describeAudience(audience)}`;
    const next = options.dryRun
      ? `${name} would be for ${whom}. Nothing was changed.`
      : `${name} is for ${whom}, as of now. Gets nothing: ${describeLeftOut(reach)}. Next: announce test ${name} YOUR-ADDRESS`;
    const data = { name, subject: words.subject, ...reach, planned: !options.dryRun };
    return { data, message: `${options.all ? unasked : ''}${next}` };
  },
});

const test = defineListCommand({
  name: 'test <name> <address>',
  summary: 'send one to yourself, which must be done before it is sent',
  notes:
    'It goes out at once, by the mail server of SMTP_URL, and is as everybody’s will be; but its link for leaving is nobody’s. Look at it on a telephone too.',
  examples: ['announce test launch you@example.org'],
  fields: 'name, taken',
  async run({ terminal, database, args: [name = '', email = ''] }) {
    const { mail } = readSettings(terminal.env);
    if (!mail) throw new Error('SMTP_URL is not set: there is no mail server to send by.');
    const { version } = await mustFind(database, name);
    const send = await trialOf(database, name, mail.sender);
    // For the whole SMTP session.
    const server = await connectToMailServer(mail.smtp, AbortSignal.timeout(30_000));
    await send(server, email).finally(() => server.close());
    await noteTested(database, name, version);
    const message = `The mail server took it. When you have looked at it: announce send ${name}`;
    return { data: { name, taken: true }, message };
  },
});

const status = defineListCommand({
  name: 'status [name]',
  summary: 'how far it is, or how all of them stand',
  notes:
    'uncertain: a server or the line broke off between an email’s last byte and the mail server’s answer. outbox list --state uncertain names these people, with the id by which the mail server’s log knows whether it took the email.',
  examples: ['announce status', 'announce status launch'],
  fields: announcementFields,
  async run({ terminal, database, args: [name] }) {
    if (name !== undefined)
      return answerOf(database, await withReach(database, await mustFind(database, name)));
    const { trouble } = await readSending(database);
    if (trouble !== null) writeStderr(terminal, `Emails wait. ${trouble}`);
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
  options: [new Option('--because <reason>', 'for whoever asks later').default('paused by hand')],
  async run({ terminal, database, args: [name = ''], options }) {
    const { state } = await mustFind(database, name);
    if (await pauseAnnouncement(database, name, options.because))
      await recordAction(database, 'announce pause', 0);
    else writeStderr(terminal, `${name} is not being sent: it is ${state}.`);
    return answerOf(database, await withReach(database, await mustFind(database, name)));
  },
});

const cancel = defineListCommand({
  name: 'cancel <name>',
  summary: 'end it for good: who has not got it will not',
  examples: ['announce cancel launch --dry-run', 'announce cancel launch'],
  fields: announcementFields,
  options: [dryRun, yes],
  async run({ terminal, database, args: [name = ''], options }) {
    const { state, toCome, deferred } = await mustFind(database, name);
    const left = toCome + deferred;
    const loss =
      state === 'planned'
        ? `${name} will end before anybody has got it`
        : `${people(left)} will not get ${name}`;
    if (state === 'done' || state === 'cancelled')
      writeStderr(terminal, `${name} is ${state}: nothing to end.`);
    else if (await confirm(terminal, options, `${loss}, for good.`, 'cancel'))
      if (await cancelAnnouncement(database, name)) await recordAction(database, 'announce cancel', left);
    return answerOf(database, await withReach(database, await mustFind(database, name)));
  },
});

export const announceCommand = defineGroup({
  name: 'announce',
  summary:
    'news or the launch to everyone who confirmed: plan, test, rehearse, send, pause, resume, status, cancel',
  examples: ['announce plan launch.md --dry-run', 'announce send launch', 'announce status'],
  commands: [plan, test, rehearseCommand, sendCommand, pause, resumeCommand, status, cancel],
});
