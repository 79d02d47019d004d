import { declareDryRun, declareYes } from '../confirm.ts';
import { defineCommand } from '../define-command.ts';
import { type ImportOptions, joinFile } from '../import/join-file.ts';
import { moveFile } from '../import/move-file.ts';
import { withDatabase } from '../with-database.ts';

/** `import`: lets the people of a file join (waitlist.import_set), or moves another database here. */
export const importCommand = defineCommand<ImportOptions>({
  name: 'import <file>',
  summary: 'add people from a CSV or ndjson file, as if each had joined now',
  notes: `CSV needs a first line with the column email; a column source is taken too, and no other.
Import only people who agreed to the words beside the form. Who has left the list stays away.
Refused lines are named on standard output, and the command then ends with 1; the others are stored. Stopped halfway, the same command goes on where it was.
--move takes a file of export --move into an empty list, with times, states and evidence as they were. Sending is paused then.`,
  examples: [
    'import people.csv --dry-run',
    'import people.ndjson --source Masjid --yes',
    'import move.ndjson --move --yes',
  ],
  fields: ['read', 'added', 'known', 'refused', 'refusedLines'],
  declareOptions(command) {
    command
      .option('--source <source>', 'how people heard of us, where the file does not say', 'Other')
      .option('--move', 'from another database of this product, everything as it was');
    declareDryRun(command);
    declareYes(command);
  },
  run: (call) =>
    withDatabase(call.terminal, (database) => (call.options.move ? moveFile : joinFile)(call, database)),
});
