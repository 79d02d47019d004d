import { readSchemaVersions } from '../../database/migrate.ts';
import { openForCommand, openForServer } from '../../waitlist/list/open-list.ts';
import { defineCommand, withDatabase } from '../command.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'bring the database to this version of the software, as a starting server does',
  notes:
    'For a PostgreSQL whose server runs elsewhere. Servers of an older version may not understand the database afterwards.',
  examples: ['migrate'],
  fields: 'version',
  run: ({ terminal }) =>
    withDatabase(
      terminal,
      async (database) => {
        const version = (await readSchemaVersions(database)).at(-1) ?? null;
        return { data: { version }, message: `The last migration of the database is ${version}.` };
      },
      // Opening an embedded list migrates it. A mistyped DATA_DIR must not create one.
      (options) => (options.databaseUrl ? openForServer(options) : openForCommand(options)),
    ),
});
