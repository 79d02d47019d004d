import { afterAll } from 'vitest';
import type { DatabaseOptions } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { copyEmbeddedList } from './embedded-list.ts';
import { type SharedPostgres, sharedPostgres } from './shared-postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * An empty database of each kind that this machine can run, for tests that must hold on both.
 * Returns the options to open each, and the PostgreSQL for making more databases. Folders are deleted after the file's tests.
 */
export async function bothDatabases(): Promise<{
  places: { kind: 'embedded' | 'postgres'; options: DatabaseOptions }[];
  postgres: SharedPostgres | undefined;
}> {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  copyEmbeddedList(folder.path);
  const postgres = await sharedPostgres();
  return {
    places: [
      { kind: 'embedded', options: { dataDir: folder.path } },
      ...(postgres
        ? [{ kind: 'postgres' as const, options: { dataDir: folder.path, databaseUrl: postgres.url } }]
        : []),
    ],
    postgres,
  };
}

/** Opens both and closes them after the file's tests. */
export async function openBothDatabases() {
  const { places, postgres } = await bothDatabases();
  const open = await Promise.all(
    places.map(async ({ kind, options }) => ({ kind, options, database: await openDatabase(options) })),
  );
  // Hooks run in reverse order of registration: these close before their folder is deleted.
  afterAll(() => Promise.all(open.map(({ database }) => database.close())));
  return { databases: open, postgres };
}
