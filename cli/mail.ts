import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { withTimeout } from '../database/database.ts';
import { visitorTimeoutMs } from '../database/postgres.ts';
import { startBackgroundWork } from '../mail/background-work.ts';
import { readBounce } from '../mail/bounce.ts';
import { noteBounce } from '../mail/note-bounce.ts';
import { readTemplates } from '../mail/templates.ts';
import { findFaults } from '../server/checks/find-faults.ts';
import { readSettings } from '../server/settings.ts';
import { openForCommand } from '../waitlist/list/open-list.ts';
import { defineCommand, defineGroup, runIfStarted, withDatabase } from './command.ts';
import { InputNeeded, writeStderr } from './terminal.ts';

const worker = defineCommand({
  name: 'worker',
  summary: 'send the emails that wait until it is stopped, without serving the site; several may run',
  notes: `For joins that a hosted Supabase takes: it needs DATABASE_URL, SMTP_URL, MAIL_FROM and SITE_URL. Ctrl+C or SIGTERM stops it after the email under way.
Like a server it deletes what is kept for a time only, and sends the founder the news (DIGEST_TO).
It logs on standard output, a line of JSON each; LOG_LEVEL says how much.`,
  examples: ['worker'],
  async run({ terminal }) {
    const settings = readSettings(terminal.env);
    const { mail, logLevel } = settings;
    if (!mail) throw new Error('SMTP_URL is not set: there is no mail server to send by.');
    const templates = await readTemplates(terminal.buildFolder);
    const log = pino({ level: logLevel, base: null }, terminal.stdout);
    await withDatabase(
      terminal,
      async (database) => {
        const work = await startBackgroundWork({
          database,
          log,
          mail,
          templates,
          findFaults: (signal) => findFaults(settings, database, signal),
        });
        log.info({}, 'emails are sent until this is stopped');
        // The worker's timers keep the process alive; a signal listener alone would not.
        await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
        await work.stop();
      },
      // A server's timeout: the minutes that other commands give a statement are for somebody who can interrupt it.
      (options) => openForCommand(withTimeout(options, visitorTimeoutMs)),
    );
    return {};
  },
});

const effectTexts = {
  suppressed: 'No email goes to that address any more.',
  counted: 'Counted: after several of these no email goes to that address any more.',
  repeated: 'Noted before: each bounced email counts once. Nothing was changed.',
  'about-us':
    'It is about us or a filter (a blocklist, our rights, our words), not about the mailbox: nothing was counted.',
  unreadable:
    'An email did not arrive, but the message does not say why in words that are known: nothing was counted. Read it yourself.',
  foreign: 'That email is not one of this list’s, or its person has been erased: nothing was changed.',
  other: 'Neither a final bounce nor a complaint about one of our emails: nothing was changed.',
};

const bounce = defineCommand({
  name: 'bounce',
  summary: 'read one bounce or complaint from standard input',
  notes: `A missing mailbox or a complaint ends all emails to that address. A full or busy mailbox is counted.
Each bounced email counts once. Any other message changes nothing and is no error.`,
  examples: ['bounce < message', 'bounce --json < message'],
  fields: 'effect',
  async run({ terminal, options }) {
    if (terminal.stdin.isTTY) {
      if (!options.input)
        throw new InputNeeded('The message is to come from standard input: bounce < message.');
      writeStderr(terminal, 'Paste the message that came back with its headers, then press Ctrl+D.');
    }
    const read = await readBounce(await buffer(terminal.stdin));
    const effect = read ? await withDatabase(terminal, (database) => noteBounce(database, read)) : 'other';
    return { data: { effect }, text: `${effectTexts[effect]}\n` };
  },
});

/** `npm run mail`: the commands that servers run for emails. What waits and what failed: `npm run waitlist -- outbox`. */
export const mailProgram = defineGroup({
  name: 'npm run mail --',
  summary: 'The emails to the list: send them without a server, take in what came back.',
  notes: `Each command has its own --help. The settings are those of the server; worker needs a built site (npm run build).
Exit codes: 0 fine, 1 error, 2 wrong call, 4 an answer is needed.
The emails that wait or failed, and why: npm run waitlist -- outbox list.`,
  examples: ['worker', 'bounce < message'],
  commands: [worker, bounce],
});

await runIfStarted(import.meta.filename, mailProgram);
