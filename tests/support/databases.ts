import { afterAll } from 'vitest';
import { type DatabaseOptions, openDatabase } from '../../database/open-database.ts';
import { type PrivatePostgres, startPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * An empty database of each kind that this machine can run, for tests that must hold on both.
 * Takes nothing; returns where each is and the PostgreSQL itself. Everything is stopped and deleted after the file's tests.
 */
export async function bothDatabases(): Promise<{
  places: { kind: 'embedded' | 'postgres'; options: DatabaseOptions }[];
  postgres: PrivatePostgres | undefined;
}> {
  const folder = temporaryFolder();
  const postgres = await startPostgres();
  afterAll(async () => {
    await postgres?.stop();
    folder.remove();
  });
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
  // Hooks run last registered first: these close before the servers stop.
  afterAll(() => Promise.all(open.map(({ database }) => database.close())));
  return { databases: open, postgres };
}
