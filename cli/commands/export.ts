import { Command, Option } from 'commander';
import { listEntries } from '../../waitlist/list-entries.ts';
import { exportFormats } from '../export-formats.ts';
import { openOutput } from '../output.ts';
import { withDatabase } from '../with-database.ts';

interface ExportOptions {
  format: keyof typeof exportFormats;
  raw: boolean;
  out?: string;
}

/** `export`: everyone on the list, on stdout or into a file; what it did, on stderr. */
export function exportCommand(): Command {
  return new Command('export')
    .description('everyone on the list: email, source, joined_at, consent_wording; who left is left out')
    .addOption(
      new Option('--format <format>', 'how to write it').choices(Object.keys(exportFormats)).default('csv'),
    )
    .option(
      '--raw',
      "for machines: no ' before a cell that a spreadsheet would run as a formula (csv)",
      false,
    )
    .option('--out <file>', 'write to a file that only you may read, instead of to standard output')
    .addHelpText(
      'after',
      `
Examples:
  npm run waitlist -- export --out waitlist.csv
  npm run --silent waitlist -- export --format ndjson | wc -l
  npm run --silent waitlist -- export --format csv --raw > for-another-program.csv

npm prints two lines of its own on standard output; --silent or --out keeps them out of the list.
A spreadsheet's ' before a cell belongs to the guard, not to the address: take it off before importing the file anywhere.`,
    )
    .action(exportList);
}

async function exportList({ format, raw, out }: ExportOptions): Promise<void> {
  const { head, entry, between, tail } = exportFormats[format];
  const written = await withDatabase(async (database) => {
    const output = openOutput(out);
    try {
      let count = 0;
      await output.write(head);
      for await (const page of listEntries(database)) {
        const text = page.map((listed) => entry(listed, raw)).join(between);
        await output.write(count === 0 ? text : between + text);
        count += page.length;
      }
      await output.write(tail);
      await output.finish();
      return count;
    } catch (error) {
      output.abandon();
      throw error;
    }
  });
  console.error(`${written} ${written === 1 ? 'entry' : 'entries'} exported${out ? ` to ${out}` : ''}.`);
}
