import { InvalidArgumentError, Option } from 'commander';
import { listEntries } from '../../waitlist/list-entries.ts';
import { moveOut } from '../../waitlist/move-out.ts';
import { type CommonOptions, defineCommand, fieldNames } from '../define-command.ts';
import { type Column, exportColumns, exportFormat, formatNames } from '../export-formats.ts';
import { assertNew, type Write, withOutput } from '../output.ts';
import { writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

interface ExportOptions {
  format: (typeof formatNames)[number];
  raw?: boolean;
  move?: boolean;
  since?: Date;
  out?: string;
}

/** `export`: writes everyone on the list to standard output or a file, and a summary to standard error. */
export const exportCommand = defineCommand<ExportOptions>({
  name: 'export',
  summary: 'write everyone on the list into a file; who has left is not in it',
  notes: `A ' before a cell keeps a spreadsheet from running it as a formula; import takes it off again.
--move writes people who left and the times of consent too: the whole list, for another database.`,
  examples: [
    'export --out waitlist.csv',
    'export --format ndjson --out waitlist.ndjson',
    'export --raw --out for-another-program.csv',
    'export --since 2026-11-22T18:00:00Z --out joined-since.csv',
    'export --move --out move.ndjson',
  ],
  fields: [...exportColumns],
  declareOptions(command) {
    command
      .addOption(new Option('--format <format>', 'how to write it').choices([...formatNames]).default('csv'))
      .option('--raw', "for machines: no ' before a cell that a spreadsheet would run as a formula (csv)")
      .option('--since <time>', 'only who first joined then or later, such as 2026-11-22T18:00:00Z', moment)
      .addOption(
        new Option('--move', 'everything that the database holds, for import --move elsewhere').conflicts([
          'since',
          'format',
          'raw',
          'json',
        ]),
      )
      .option('--out <file>', 'write to a file that only you may read, instead of to standard output');
  },
  async run({ terminal, options }) {
    assertNew(options.out);
    const written = await withDatabase(terminal, (database) =>
      withOutput(terminal, options.out, (write) =>
        options.move
          ? writeAll(moveOut(database), write)
          : writeAll(pagesOf(listEntries(database, options.since), options), write),
      ),
    );
    const what = options.move ? ['row', 'rows'] : ['entry', 'entries'];
    const where = options.out ? ` to ${options.out}` : '';
    writeStderr(terminal, `${written} ${written === 1 ? what[0] : what[1]} exported${where}.`);
    return undefined;
  },
});

function moment(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('It must be a time such as 2026-11-22T18:00:00Z.');
  return date;
}

interface Page {
  text: string;
  count: number;
}

async function writeAll(pages: AsyncIterable<Page>, write: Write): Promise<number> {
  let written = 0;
  for await (const { text, count } of pages) {
    await write(text);
    written += count;
  }
  return written;
}

async function* pagesOf(
  entries: ReturnType<typeof listEntries>,
  { format, raw = false, json }: ExportOptions & CommonOptions,
): AsyncGenerator<Page> {
  const columns =
    typeof json === 'string' ? (fieldNames(json, [...exportColumns]) as Column[]) : exportColumns;
  const { head, entry, between, tail } = exportFormat(json === undefined ? format : 'json', { raw, columns });
  yield { text: head, count: 0 };
  let isFirst = true;
  for await (const page of entries) {
    const text = page.map(entry).join(between);
    yield { text: isFirst ? text : between + text, count: page.length };
    isFirst = false;
  }
  yield { text: tail, count: 0 };
}
