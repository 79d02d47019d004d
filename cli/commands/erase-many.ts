import { Option } from 'commander';
import type { Database } from '../../database/database.ts';
import { readTextFile } from '../../system/text-file.ts';
import {
  eraseMany,
  type FloodFilter,
  type FloodPeople,
  findAddresses,
  findUnconfirmed,
} from '../../waitlist/erasing.ts';
import { type Answer, momentOption, numberOption } from '../command.ts';
import {
  type AskOptions,
  confirmUnlessDryRun,
  type DryRunOption,
  drawTable,
  peopleInWords,
  startProgress,
  type Terminal,
  UsageError,
  withCommas,
  writeStderr,
} from '../terminal.ts';
import { whereItRemains } from './where-it-remains.ts';

/** When and from where they joined. */
type Filter = Partial<FloodFilter>;

export interface EraseManyOptions extends Filter, DryRunOption {
  from?: string;
}

export const eraseManyOptions = [
  new Option('--from <file>', 'the people of a text file, one address on each line'),
  momentOption('--since <time>', 'people who joined from this time on'),
  momentOption('--until <time>', 'people who joined before this time'),
  new Option('--source <source>', 'only people who heard of us there'),
  new Option('--network <mark>', 'only people who joined from this network, as list shows it'),
  numberOption('--crowded <number>', 'only from networks from which at least so many of them joined'),
];

const isFiltered = ({ since, until, source, network, crowded }: Filter): boolean =>
  [since, until, source, network, crowded].some((option) => option !== undefined);

/** Whether the options name people. */
export const namesMany = (options: EraseManyOptions): boolean =>
  options.from !== undefined || isFiltered(options);

/**
 * Shows the people that the options name, asks, and erases them.
 * @throws UsageError when they name nobody in particular; Error with a sentence when the file cannot be read
 */
export async function eraseSeveral(
  terminal: Terminal,
  database: Database,
  options: EraseManyOptions & AskOptions,
): Promise<Answer> {
  const ids = await findThem(terminal, database, options);
  const people = peopleInWords(ids.length);
  if (ids.length === 0) return { data: { erased: 0 }, message: 'Nobody matches these options.' };
  const question = `All about ${people} will be erased. No restore into this list brings them back (docs/operations.md says how else).`;
  const decision = await confirmUnlessDryRun(terminal, options, question, String(ids.length));
  if (decision === 'dry run') return { data: { erased: 0 } };
  const progress = startProgress(terminal, 'Erased');
  const which = options.from === undefined ? 'unconfirmed' : 'all';
  const onErased = (done: number) => progress.show(done, ids.length);
  const erased = await eraseMany(database, ids, which, onErased).finally(progress.end);
  return { data: { erased }, message: `Erased: ${withCommas(erased)}. ${await whereItRemains(database)}` };
}

async function findThem(
  terminal: Terminal,
  database: Database,
  options: EraseManyOptions,
): Promise<string[]> {
  const { from, since, until, source, network, crowded } = options;
  if (from !== undefined && isFiltered(options))
    throw new UsageError('A file names everybody who is meant: leave the other options out.');
  if (from !== undefined) return findInFile(terminal, database, from);
  if (since === undefined)
    throw new UsageError('Name an address, a file with --from, or a time with --since.');
  const found = await findUnconfirmed(database, { since, until, source, network, crowded });
  if (found.ids.length > 0) writeStderr(terminal, describe(found));
  return found.ids;
}

async function findInFile(terminal: Terminal, database: Database, file: string): Promise<string[]> {
  const lines = readTextFile(file).split('\n');
  const addresses = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
  const { ids, unknown } = await findAddresses(database, addresses);
  if (unknown > 0)
    writeStderr(
      terminal,
      `Of ${withCommas(addresses.length)} addresses ${withCommas(unknown)} are not on the list.`,
    );
  return ids;
}

const networksShown = 10;

function describe({ networks, sample }: FloodPeople): string {
  const shown = networks.slice(0, networksShown).map(({ network, count }) => ({ network, people: count }));
  const others = networks.length - networksShown;
  const more = others > 0 ? `and ${withCommas(others)} more networks\n` : '';
  return `${drawTable(shown)}${more}Some of them:\n${drawTable(sample)}`;
}
