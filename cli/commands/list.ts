import { Option } from 'commander';
import { type Filter, latestEntries } from '../../waitlist/latest-entries.ts';
import { defineCommand, wholeNumber } from '../define-command.ts';
import { drawTable } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

const columns = ['email', 'source', 'joined_at', 'state'];

/** `list`: prints those who joined last. */
export const listCommand = defineCommand<Filter & { limit: number }>({
  name: 'list',
  summary: 'show who joined last, newest first',
  notes: 'export writes everyone, into a file. Of a flood, erase who is not real: person erase.',
  examples: ['list', 'list --source Masjid --limit 100', 'list --state left --json email'],
  fields: columns,
  declareOptions(command) {
    command
      .option('--source <source>', 'only who heard of us there, such as Masjid')
      .addOption(new Option('--state <state>', 'only who is in this state').choices(['joined', 'left']))
      .option('--confirmed', 'only who has confirmed by email')
      .option('--flood', 'only who joined while far more people joined than usual')
      .option('--limit <number>', 'at most so many', wholeNumber, 20);
  },
  async run({ terminal, options }) {
    const rows = await withDatabase(terminal, (database) => latestEntries(database, options, options.limit));
    const data = rows.map((row) => ({ ...row }));
    return { data, text: rows.length === 0 ? 'Nobody.\n' : drawTable(data, columns) };
  },
});
