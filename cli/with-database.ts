import type { Database } from '../database/open-database.ts';
import { openDatabaseForTools } from '../database/open-database-for-tools.ts';
import { readDatabaseSettings } from '../server/settings.ts';

/**
 * Runs a command on the list that the environment names, and closes it whatever happens.
 * Takes the command's work; returns what it returns. Throws the plain sentences of openDatabaseForTools.
 */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabaseForTools(readDatabaseSettings(process.env));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
