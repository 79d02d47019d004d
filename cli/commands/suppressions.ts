import { Option } from 'commander';
import { recordAction } from '../../waitlist/audit.ts';
import {
  type ImportedReason,
  importedReasons,
  listSuppressions,
  type Suppression,
  suppressAddresses,
} from '../../waitlist/suppressions.ts';
import {
  defineCommand,
  defineGroup,
  defineListCommand,
  dryRunOption,
  withDatabase,
  yesOption,
} from '../command.ts';
import { writeCsv } from '../csv.ts';
import { confirmUnlessDryRun, type DryRunOption, startProgress, withOutput } from '../terminal.ts';
import { readPeople } from './people-file.ts';

const columns = ['code', 'reason', 'since'] as const;

const exportSuppressions = defineCommand<{ out?: string }>({
  name: 'export',
  summary: 'write the codes of the addresses that get no email, with the reason and the time',
  notes:
    'A code names nobody: nobody can find the address from it. person show ADDRESS says whether one address is among them.',
  examples: ['suppressions export --out suppressions.csv'],
  fields: columns.join(', '),
  options: [
    new Option(
      '--out <file>',
      'write to a file that only you may read, instead of to standard output',
    ).conflicts('json'),
  ],
  async run({ terminal, options: { out, json } }) {
    if (json !== undefined) {
      const data: Suppression[] = [];
      await withDatabase(terminal, async (database) => {
        for await (const page of listSuppressions(database)) data.push(...page);
      });
      return { data };
    }
    let written = 0;
    await withOutput(terminal, out, (write) =>
      withDatabase(terminal, async (database) => {
        await write(writeCsv([[...columns]], true));
        for await (const page of listSuppressions(database)) {
          const rows = page.map((row) => columns.map((column) => row[column]));
          await write(writeCsv(rows, true));
          written += page.length;
        }
      }),
    );
    return { message: `${written} ${written === 1 ? 'address gets' : 'addresses get'} no email.` };
  },
});

const batchSize = 500;

const importSuppressions = defineListCommand<DryRunOption & { reason: ImportedReason }>({
  name: 'import <file>',
  summary: 'end all emails to the addresses that another mail tool may not write to',
  notes: `The file is a CSV with a column email, or ndjson. If it has a column such as status or Bounced, that says why; if not, --reason does.
Only a code of each address is kept. A person who is on the list stays there, and gets no email. person allow ADDRESS takes it back.`,
  examples: [
    'suppressions import unsubscribed.csv --dry-run',
    'suppressions import bounced.csv --reason bounce',
  ],
  fields: 'suppressed, refused',
  options: [
    new Option('--reason <reason>', 'why, where the file does not say it')
      .choices(importedReasons)
      .default('unsubscribed'),
    dryRunOption,
    yesOption,
  ],
  async run({ terminal, database, args: [file = ''], options }) {
    const people = readPeople(file).lines.flatMap((read) =>
      'email' in read ? [{ email: read.email, reason: read.reason ?? options.reason }] : [],
    );
    const counts = importedReasons
      .map((reason) => `${people.filter((person) => person.reason === reason).length} ${reason}`)
      .join(', ');
    const question = `No email will go to ${people.length} addresses of ${file} any more: ${counts}.`;
    const decision = await confirmUnlessDryRun(terminal, options, question, String(people.length));
    if (decision === 'dry run') return { data: { suppressed: 0, refused: 0 } };
    const progress = startProgress(terminal, 'Suppressed');
    let suppressed = 0;
    try {
      for (let start = 0; start < people.length; start += batchSize) {
        const areAddresses = await suppressAddresses(database, people.slice(start, start + batchSize));
        suppressed += areAddresses.filter(Boolean).length;
        progress.show(start + areAddresses.length, people.length);
      }
    } finally {
      progress.end();
    }
    await recordAction(database, 'suppressions import', suppressed);
    const refused = people.length - suppressed;
    const message = `${suppressed} addresses get no email any more${refused > 0 ? `, ${refused} are no addresses` : ''}.`;
    return { data: { suppressed, refused }, message, hasFindings: refused > 0 };
  },
});

export const suppressionsCommand = defineGroup({
  name: 'suppressions',
  summary: 'export the codes of addresses that get no email, or import addresses from another mail tool',
  examples: ['suppressions export --out suppressions.csv', 'suppressions import unsubscribed.csv --dry-run'],
  commands: [exportSuppressions, importSuppressions],
});
