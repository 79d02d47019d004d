import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../database/open-database.ts';
import { startPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL (shared-postgres.ts); empty where this machine has none. */
    clusterUrl: string;
    /** The files of an embedded list without entries (embedded-list.ts). */
    embeddedFiles: string;
  }
}

/**
 * Before all tests: one PostgreSQL for the whole run, and the files of an embedded list to copy. Making either takes
 * seconds of a processor, and most tests only need one that is there.
 */
export default async function startShared(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  const [postgres, embedded] = await Promise.all([startPostgres(), openDatabase({ dataDir: folder.path })]);
  await embedded.close();
  project.provide('clusterUrl', postgres?.url ?? '');
  project.provide('embeddedFiles', join(folder.path, 'postgres'));
  return async () => {
    await postgres?.stop();
    folder.remove();
  };
}
