import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  cancelAnnouncement,
  listAnnouncements,
  listUncertain,
  noteTested,
  pauseAnnouncement,
  planAnnouncement,
  readAnnouncementWords,
  readReach,
} from '../../mail/announcements.ts';
import { createComposer } from '../../mail/compose.ts';
import { newToken } from '../../mail/links.ts';
import { connectToMailServer } from '../../mail/mail-server.ts';
import { announcementWords } from '../../mail/own-words.ts';
import { readTemplates } from '../../mail/templates.ts';
import { readSettings } from '../../server/settings.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { readSending } from '../../waitlist/sending.ts';
import {
  announcementFields,
  describeAnnouncement,
  describeLeftOut,
  mustFind,
  people,
} from '../announce/describe.ts';
import { resumeCommand, sendCommand } from '../announce/send.ts';
import { type ConfirmOptions, confirm, declareDryRun, declareYes } from '../confirm.ts';
import { defineCommand, defineGroup, wholeNumber } from '../define-command.ts';
import { drawTable, UsageError, writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

interface PlanOptions {
  name?: string;
  all?: boolean;
  source?: string;
  first?: number;
  rate: number;
  dryRun?: boolean;
}

/** Ten a second: what mail providers accept from a sender that they know. */
const defaultRate = 600;

const plan = defineCommand<PlanOptions>({
  name: 'plan <file>',
  summary: 'take in the words and say for whom; nothing is sent',
  notes: `The file is Markdown under front matter with a subject and, if wanted, a preheader (what an inbox shows beside it):

  ---
  subject: The beta is open
  ---
  Assalamu alaikum, …

{{email}} stands for the recipient's address, {{leave}} for the link that leaves the list (one is at the foot anyway).
The same name once more replaces the plan, until it is sent.`,
  examples: ['announce plan launch.md --dry-run', 'announce plan launch.md --rate 600'],
  fields: ['name', 'subject', 'recipients', 'leftList', 'mailboxGone', 'planned'],
  declareOptions(command) {
    command
      .option('--name <name>', 'what to call it, else the file’s name')
      .option('--all', 'also those who have not confirmed that the address is theirs')
      .option('--source <source>', 'only those who heard of us there')
      .option('--first <number>', 'so many at most, in the order in which they joined', wholeNumber)
      .option('--rate <number>', 'emails a minute at most', wholeNumber, defaultRate);
    declareDryRun(command);
  },
  async run({ terminal, args: [file = ''], options }) {
    const { name = basename(file).replace(/\.[^.]*$/, ''), source, first, rate, dryRun } = options;
    if (!/^[\w.-]{1,60}$/.test(name))
      throw new UsageError('A name is letters, digits, dots and dashes: announce plan FILE --name launch.');
    // Imported only here, because the Markdown libraries take long to load and no other command needs them.
    const { compileAnnouncement, readAnnouncementFile } = await import('../announce/compile.ts');
    const read = readAnnouncementFile(file, await readText(file));
    const words = compileAnnouncement(read, (await readTemplates('dist')).announcement);
    const audience = { toUnconfirmed: options.all === true, source: source ?? null, first: first ?? null };
    return withDatabase(terminal, async (database) => {
      if (!dryRun && !(await planAnnouncement(database, { ...audience, name, words, rate })))
        throw new Error(`${name} has been opened or cancelled before: choose another --name.`);
      const { unconfirmed, ...reach } = await readReach(database, { ...audience, name });
      const { recipients } = reach;
      if (!dryRun) await recordAction(database, 'announce plan', recipients);
      if (audience.toUnconfirmed)
        writeStderr(
          terminal,
          `With --all it goes to ${people(unconfirmed)} who did not confirm. The welcome email promises them silence until they do.`,
        );
      writeStderr(
        terminal,
        dryRun
          ? `${name} would be for ${people(recipients)}. Nothing was changed.`
          : `${name} is for ${people(recipients)} as of now (gets nothing: ${describeLeftOut(reach)}). Next: announce test ${name} YOUR-ADDRESS`,
      );
      return { data: { name, subject: words.subject, ...reach, planned: !dryRun }, text: '' };
    });
  },
});

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error(`There is no file ${file} that can be read.`, { cause });
  }
}

/** For the whole SMTP session. */
const testTimeoutMs = 30_000;

const test = defineCommand({
  name: 'test <name> <address>',
  summary: 'send one to yourself, which must be done before it is sent',
  notes:
    'It goes out at once, by the mail server of SMTP_URL, and is as everybody’s will be; but its link for leaving is nobody’s. Look at it on a telephone too.',
  examples: ['announce test launch you@example.org'],
  fields: ['name', 'taken'],
  async run({ terminal, args: [name = '', address = ''] }) {
    const { mail } = readSettings(terminal.env);
    if (!mail) throw new Error('SMTP_URL is not set: there is no mail server to send by.');
    return withDatabase(terminal, async (database) => {
      const { version } = await mustFind(database, name);
      const own = { email: address, tokens: { leave: newToken() } };
      const words = announcementWords(await readAnnouncementWords(database, name), own, mail.sender.siteUrl);
      const message = { ...own, messageId: randomUUID().replaceAll('-', ''), words };
      const server = await connectToMailServer(mail.smtp, AbortSignal.timeout(testTimeoutMs));
      try {
        const { problem } = await server.send(await createComposer(mail.sender)(message));
        if (problem) throw problem;
      } finally {
        server.close();
      }
      await noteTested(database, name, version);
      writeStderr(terminal, `The mail server took it. When you have looked at it: announce send ${name}`);
      return { data: { name, taken: true }, text: '' };
    });
  },
});

const status = defineCommand<{ uncertain?: boolean }>({
  name: 'status [name]',
  summary: 'how far it is, or how all of them stand',
  notes:
    'uncertain: a server or the line broke off between an email’s last byte and the mail server’s answer. --uncertain names these people, with the Message-ID by which the mail server’s log knows whether it took the email.',
  examples: ['announce status', 'announce status launch', 'announce status launch --uncertain'],
  fields: [...announcementFields, 'email', 'triedAt', 'messageId', 'why'],
  declareOptions: (command) =>
    void command.option('--uncertain', 'the people of whom nobody knows whether it arrived'),
  run: ({ terminal, args: [name], options }) =>
    withDatabase(terminal, async (database) => {
      const { trouble } = await readSending(database);
      if (name === undefined) {
        const all = (await listAnnouncements(database)).map((each) => ({ ...each }));
        const columns = ['name', 'state', 'recipients', 'sent', 'toCome', 'failed', 'uncertain'];
        if (trouble !== null) writeStderr(terminal, `Emails wait. ${trouble}`);
        return { data: all, text: all.length === 0 ? 'No announcement yet.\n' : drawTable(all, columns) };
      }
      const announcement = await mustFind(database, name);
      if (!options.uncertain)
        return { data: { ...announcement }, text: describeAnnouncement(announcement, trouble) };
      const uncertain = (await listUncertain(database, name)).map((each) => ({ ...each }));
      await recordAction(database, 'announce status --uncertain', uncertain.length);
      return { data: uncertain, text: uncertain.length === 0 ? 'Nobody.\n' : drawTable(uncertain) };
    }),
});

const pause = defineCommand<{ because: string }>({
  name: 'pause <name>',
  summary: 'stop it after the emails under way, from any terminal',
  examples: ['announce pause launch', 'announce pause launch --because "the link is wrong"'],
  fields: announcementFields,
  declareOptions: (command) =>
    void command.option('--because <reason>', 'for whoever asks later', 'paused by hand'),
  run: ({ terminal, args: [name = ''], options }) =>
    withDatabase(terminal, async (database) => {
      const { state } = await mustFind(database, name);
      if (await pauseAnnouncement(database, name, options.because))
        await recordAction(database, 'announce pause', 0);
      else writeStderr(terminal, `${name} is not being sent: it is ${state}.`);
      const now = await mustFind(database, name);
      return { data: { ...now }, text: describeAnnouncement(now, null) };
    }),
});

const cancel = defineCommand<ConfirmOptions & { dryRun?: boolean }>({
  name: 'cancel <name>',
  summary: 'end it for good: who has not got it will not',
  examples: ['announce cancel launch --dry-run', 'announce cancel launch'],
  fields: announcementFields,
  declareOptions(command) {
    declareDryRun(command);
    declareYes(command);
  },
  run: ({ terminal, args: [name = ''], options }) =>
    withDatabase(terminal, async (database) => {
      const { state, toCome, deferred } = await mustFind(database, name);
      const left = toCome + deferred;
      const loss = (will: 'will' | 'would') =>
        state === 'planned'
          ? `${name} ${will} end before anybody has got it`
          : `${people(left)} ${will} not get ${name}`;
      if (state === 'done' || state === 'cancelled')
        writeStderr(terminal, `${name} is ${state}: nothing to end.`);
      else if (options.dryRun) writeStderr(terminal, `${loss('would')}. Nothing was changed.`);
      else {
        await confirm(terminal, options, `${loss('will')}, for good.`, 'cancel');
        if (await cancelAnnouncement(database, name)) await recordAction(database, 'announce cancel', left);
      }
      const now = await mustFind(database, name);
      return { data: { ...now }, text: describeAnnouncement(now, null) };
    }),
});

/** `announce`: one email to many people, once each. */
export const announceCommand = defineGroup({
  name: 'announce',
  summary: 'news or the launch to everyone who confirmed: plan, test, send, pause, resume, status, cancel',
  examples: [
    'announce plan launch.md --dry-run',
    'announce test launch you@example.org',
    'announce send launch',
    'announce status',
  ],
  commands: [plan, test, sendCommand, pause, resumeCommand, status, cancel],
});
