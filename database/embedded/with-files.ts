import { type Database, toDatabaseError } from '../database.ts';
import { openFiles } from './open-files.ts';

/**
 * Opens and migrates a copy of a database's files, runs `work` on it, and shuts it down.
 * @param folder one that nobody else opens
 * @param isKept false for a copy that is deleted afterwards
 * @throws Error with a sentence for the operator when they do not open
 */
export async function withFiles<Result>(
  folder: string,
  work: (database: Database) => Promise<Result>,
  { isKept }: { isKept: boolean },
): Promise<Result> {
  const postgres = await openFiles(folder, isKept);
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
