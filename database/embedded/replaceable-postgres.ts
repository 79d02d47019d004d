import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { type Database, toDatabaseError } from '../database.ts';
import { openFiles } from './open-files.ts';
import { replaceFiles } from './replace-files.ts';

export interface ReplaceablePostgres {
  query: Database['query'];
  /**
   * Replaces the files with the restored ones and opens them; queries wait meanwhile. Rejects when that fails: the old files are
   * then opened again, if they still open.
   */
  replace(): Promise<void>;
  /** Waits for queries under way. */
  close(): Promise<void>;
}

/** An open embedded PostgreSQL whose files a restore may replace while it runs. */
export function createReplaceable(dataDir: string, opened: PGlite): ReplaceablePostgres {
  const folder = join(dataDir, 'postgres');
  let current = Promise.resolve(opened);
  const underWay = new Set<Promise<unknown>>();

  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
      try {
        const postgres = await current;
        const result = postgres.query<Row>(sql, [...parameters]);
        underWay.add(result);
        return (await result.finally(() => underWay.delete(result))).rows;
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    async replace() {
      let failure: unknown;
      current = current.then(async (postgres) => {
        await Promise.allSettled(underWay);
        let putBack = () => {};
        try {
          await postgres.close();
          putBack = replaceFiles(dataDir);
          return await openFiles(folder);
        } catch (error) {
          failure = error;
          putBack();
          return openFiles(folder);
        }
      });
      await current;
      if (failure) throw failure;
    },
    async close() {
      // Files that no longer open are a restore's failure, which replace() has reported: nothing is open then.
      await (await current.catch(() => undefined))?.close();
    },
  };
}
