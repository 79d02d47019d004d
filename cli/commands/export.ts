import { Option } from 'commander';
import type { Database } from '../../database/database.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { csvName, exportColumns, type ListedEntry, listEntries } from '../../waitlist/entries.ts';
import { type Call, defineCommand, namesIn, withDatabase } from '../command.ts';
import { writeCsv } from '../csv.ts';
import { type FilterOptions, filterFrom, filterOptions } from '../people-filter.ts';
import { type Write, withOutput } from '../terminal.ts';

interface ExportOptions extends FilterOptions {
  format: 'csv' | 'json' | 'ndjson';
  raw?: boolean;
  confirmed?: boolean;
  out?: string;
}

export const exportCommand = defineCommand<ExportOptions>({
  name: 'export',
  summary: 'write everyone on the list into a file, without people who have left',
  notes: `A ' before a cell keeps a spreadsheet from running it as a formula; import takes it off again.
For another mail tool use --confirmed. It contains only people who confirmed and can be reached. The others were promised silence, cannot be reached or want no emails.
The whole list, with people who have left, evidence and emails: backup.`,
  examples: [
    'export --out waitlist.csv',
    'export --confirmed --out confirmed.csv',
    'export --format ndjson --out waitlist.ndjson',
    'export --raw --out for-another-program.csv',
    'export --joined-since 2026-11-22T18:00:00Z --out joined-since.csv',
  ],
  fields: exportColumns.join(', '),
  options: [
    new Option('--format <format>', 'how to write it').choices(['csv', 'json', 'ndjson']).default('csv'),
    new Option('--raw', "for machines: no ' before a cell that a spreadsheet would run as a formula (csv)"),
    new Option('--confirmed', 'only people who have confirmed by email and can be reached'),
    ...filterOptions,
    new Option('--out <file>', 'write to a file that only you may read, instead of to standard output'),
  ],
  async run({ terminal, options }) {
    const { out } = options;
    const written = await withOutput(terminal, out, (write) =>
      withDatabase(terminal, (database) => writeEntries(database, options, write)),
    );
    const what = written === 1 ? 'entry' : 'entries';
    return { message: `${written} ${what} exported${out ? ` to ${out}` : ''}.` };
  },
});

/** Page by page, so that a list of any length can be written. Returns how many there were. */
async function writeEntries(database: Database, options: Call<ExportOptions>['options'], write: Write) {
  const { raw = false, json } = options;
  const columns = typeof json === 'string' ? namesIn(json, exportColumns) : exportColumns;
  const format = json === undefined ? options.format : 'json';
  const entry = (listed: ListedEntry) => {
    if (format === 'csv') return writeCsv([columns.map((column) => listed[column] ?? '')], raw);
    const chosen = JSON.stringify(listed, columns);
    return format === 'json' ? `  ${chosen}` : `${chosen}\n`;
  };
  const heads = { csv: writeCsv([columns.map(csvName)], raw), json: '[\n', ndjson: '' };
  await write(heads[format]);
  const between = format === 'json' ? ',\n' : '';
  let written = 0;
  const peopleFilter = await filterFrom(database, options);
  const standing = options.confirmed ? 'confirmed' : undefined;
  for await (const page of listEntries(database, { peopleFilter, standing })) {
    await write((written === 0 ? '' : between) + page.map(entry).join(between));
    written += page.length;
  }
  await write(format === 'json' ? '\n]\n' : '');
  await recordAction(database, 'export', written);
  return written;
}
