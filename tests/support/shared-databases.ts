import type { TestProject } from 'vitest/node';
import { embeddedFiles } from './embedded-files.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL (shared-postgres.ts); empty where this machine has none. */
    clusterUrl: string;
    /** The files of an embedded list without entries (embedded-list.ts). */
    embeddedFiles: string;
  }
}

/**
 * Vitest's global setup: one PostgreSQL for the whole run, and the files of an embedded list to copy. Making either takes
 * seconds of CPU time, and most tests only need an existing one. Returns the teardown.
 */
export default async function startShared(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, files] = await Promise.all([startPostgres(), embeddedFiles()]);
  project.provide('clusterUrl', postgres?.url ?? '');
  project.provide('embeddedFiles', files);
  return async () => {
    await postgres?.stop();
  };
}
