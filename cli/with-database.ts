import type { Database, DatabaseOptions } from '../database/database.ts';
import { openDatabaseForTools } from '../database/open-database.ts';
import { readDatabaseSettings } from '../server/settings.ts';
import type { Terminal } from './terminal.ts';

/** Opens the database that the environment names, and always closes it. Throws like `open`. */
export async function withDatabase<Result>(
  { env }: Pick<Terminal, 'env'>,
  work: (database: Database) => Promise<Result>,
  open: (options: DatabaseOptions) => Promise<Database> = openDatabaseForTools,
): Promise<Result> {
  const database = await open(readDatabaseSettings(env));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
