import { Option } from 'commander';
import {
  exportColumns,
  type Listed,
  type ListedEntry,
  latestEntries,
  standings,
} from '../../waitlist/entries.ts';
import { defineListCommand, numberOption } from '../command.ts';
import { type FilterOptions, filterFrom, filterOptions } from '../people-filter.ts';
import { drawTable } from '../terminal.ts';

const columns = ['email', 'source', 'joined_at', 'standing', 'network'] satisfies (keyof ListedEntry)[];

export const listCommand = defineListCommand<
  FilterOptions & Pick<Listed, 'standing' | 'network'> & { limit: number }
>({
  name: 'list',
  summary: 'show who joined last, newest first',
  notes:
    'export writes everyone, into a file. Whoever has not confirmed has a mark of the network that they joined from: in a flood many have the same. Erase them by it: person erase.',
  examples: ['list', 'list --source Masjid --limit 100', 'list --standing left --json email'],
  fields: [...exportColumns, 'standing', 'network'].join(', '),
  options: [
    ...filterOptions,
    new Option('--standing <standing>', 'only who stands there (stats says what each is)').choices(standings),
    new Option('--network <mark>', 'only who joined from this network, and has not confirmed'),
    numberOption('--limit <number>', 'at most so many').default(20),
  ],
  async run({ database, options }) {
    const { standing, network, limit } = options;
    const meant = await filterFrom(database, options);
    const data = await latestEntries(database, { meant, standing, network }, limit);
    return { data, text: data.length === 0 ? 'Nobody.\n' : drawTable(data, columns) };
  },
});
