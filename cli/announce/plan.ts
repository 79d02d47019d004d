import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { planAnnouncement } from '../../mail/announcement-plan.ts';
import { countRecipients, countUnconfirmed } from '../../mail/announcement-recipients.ts';
import { readTemplates } from '../../mail/templates.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { declareDryRun } from '../confirm.ts';
import { defineCommand, wholeNumber } from '../define-command.ts';
import { UsageError, writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';
import { people } from './describe.ts';

interface PlanOptions {
  name?: string;
  all?: boolean;
  source?: string;
  first?: number;
  wave?: number;
  rate: number;
  dryRun?: boolean;
}

/** Ten a second: what mail providers accept from a sender that they know. */
const defaultRate = 600;

export const planCommand = defineCommand<PlanOptions>({
  name: 'plan <file>',
  summary: 'take in the words and say for whom; nothing is sent',
  notes: `The file is Markdown under front matter with a subject and, if wanted, a preheader (what an inbox shows beside it):

  ---
  subject: The beta is open
  ---
  Assalamu alaikum, …

{{email}} stands for the recipient's address, {{leave}} for the link that leaves the list (one is at the foot anyway).
The same name once more replaces the plan, until it is sent.`,
  examples: [
    'announce plan launch.md --dry-run',
    'announce plan launch.md --rate 600',
    'announce plan beta.md --first 500 --wave 100',
  ],
  fields: ['name', 'subject', 'recipients', 'planned'],
  declareOptions(command) {
    command
      .option('--name <name>', 'what to call it, else the file’s name')
      .option('--all', 'also those who have not confirmed that the address is theirs')
      .option('--source <source>', 'only those who heard of us there')
      .option('--first <number>', 'so many at most, in the order in which they joined', wholeNumber)
      .option('--wave <number>', 'pause by itself after so many, until announce resume', wholeNumber)
      .option('--rate <number>', 'emails a minute at most', wholeNumber, defaultRate);
    declareDryRun(command);
  },
  async run({ terminal, args: [file = ''], options }) {
    const { name = basename(file).replace(/\.[^.]*$/, ''), source, first, wave, rate, dryRun } = options;
    if (!/^[\w.-]{1,60}$/.test(name))
      throw new UsageError('A name is letters, digits, dots and dashes: announce plan FILE --name launch.');
    // Imported only here, because the Markdown libraries take long to load and no other command needs them.
    const [{ readAnnouncementFile }, { compileAnnouncement }] = await Promise.all([
      import('./announcement-file.ts'),
      import('./compile.ts'),
    ]);
    const read = readAnnouncementFile(file, await readText(file));
    const words = compileAnnouncement(read, (await readTemplates('dist')).announcement);
    const audience = { toUnconfirmed: options.all === true, source: source ?? null, first: first ?? null };
    return withDatabase(terminal, async (database) => {
      const plan = { ...audience, name, words, wave: wave ?? null, rate };
      if (!dryRun && !(await planAnnouncement(database, plan)))
        throw new Error(`${name} has been opened or cancelled before: choose another --name.`);
      const recipients = await countRecipients(database, audience, name);
      if (!dryRun) await recordAction(database, 'announce plan', recipients);
      if (audience.toUnconfirmed) {
        const unconfirmed = await countUnconfirmed(database, audience);
        writeStderr(
          terminal,
          `With --all it goes to ${people(unconfirmed)} who did not confirm. The welcome email promises them silence until they do.`,
        );
      }
      writeStderr(
        terminal,
        dryRun
          ? `${name} would be for ${people(recipients)}. Nothing was changed.`
          : `${name} is for ${people(recipients)} as of now. Next: announce test ${name} YOUR-ADDRESS`,
      );
      return { data: { name, subject: words.subject, recipients, planned: !dryRun }, text: '' };
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
