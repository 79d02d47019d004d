import { Option } from 'commander';
import {
  exportColumns,
  type ListedEntry,
  type ListSelection,
  latestEntries,
  standings,
} from '../../waitlist/entries.ts';
import { defineListCommand, numberOption } from '../command.ts';
import { type FilterOptions, filterFrom, filterOptions } from '../people-filter.ts';
import { drawTable } from '../terminal.ts';

const columns = ['email', 'source', 'joinedAt', 'standing', 'network'] satisfies (keyof ListedEntry)[];

export const listCommand = defineListCommand<
  FilterOptions & Pick<ListSelection, 'standing' | 'network'> & { limit: number }
>({
  name: 'list',
  summary: 'show the people who joined last, newest first',
  notes:
    'export writes everyone into a file. A person who has not confirmed has a mark of the network that they joined from. In a flood many have the same mark, and person erase --network takes it.',
  examples: ['list', 'list --source Masjid --limit 100', 'list --standing left --json email'],
  fields: [...exportColumns, 'standing', 'network'].join(', '),
  options: [
    ...filterOptions,
    new Option('--standing <standing>', 'only people with this standing (stats explains each)').choices(
      standings,
    ),
    new Option('--network <mark>', 'only people who joined from this network and have not confirmed'),
    numberOption('--limit <number>', 'at most so many').default(20),
  ],
  async run({ database, options }) {
    const { standing, network, limit } = options;
    const peopleFilter = await filterFrom(database, options);
    const data = await latestEntries(database, { peopleFilter, standing, network }, limit);
    return { data, text: data.length === 0 ? 'Nobody.\n' : drawTable(data, columns) };
  },
});
