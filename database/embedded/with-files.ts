import { toDatabaseError } from '../database-error.ts';
import type { Database } from '../open-database.ts';
import { openFiles } from './open-files.ts';

/**
 * Opens a copy of a database's files, lets the work query it, and shuts it down again, whole and migrated.
 * @param folder that nobody else opens
 * @throws Error with a sentence for the operator when they do not open
 */
export async function withFiles<Result>(
  folder: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const postgres = await openFiles(folder);
  try {
    return await work({
      kind: 'embedded',
      async query<Row>(sql: string, parameters: readonly unknown[] = []) {
        try {
          return (await postgres.query<Row>(sql, [...parameters])).rows;
        } catch (error) {
          throw toDatabaseError(error);
        }
      },
      close: async () => {},
    });
  } finally {
    await postgres.exec('checkpoint');
    await postgres.close();
  }
}
