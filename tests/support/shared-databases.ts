import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openForServer } from '../../waitlist/list/open-list.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL (databases.ts); empty where this machine has none. */
    clusterUrl: string;
    /** The files of an embedded list without entries (databases.ts). */
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
  return async () => postgres?.stop();
}

/** The files that an embedded list is made by: when any of them has changed, a new list is made. */
const makers = [
  'database/**/*.ts',
  'supabase/migrations/*.sql',
  'node_modules/@electric-sql/pglite/package.json',
];

/**
 * Makes an embedded list without entries, which takes some 5 s of CPU time, or finds the one that an earlier run has made.
 * Returns the folder of its files, to be copied.
 */
export async function embeddedFiles(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync(makers, { exclude: ['**/*.test.ts'] }).sort()) hash.update(readFileSync(file));
  const kept = resolve('.cache/embedded');
  const folder = join(kept, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    // Not this hash's: another process may be making the same list.
    for (const older of globSync(`${kept}/*`).filter((path) => !path.startsWith(folder)))
      rmSync(older, { recursive: true, force: true });
    const beside = `${folder}.${process.pid}`;
    const database = await openForServer({ dataDir: beside });
    await database.close();
    try {
      renameSync(beside, folder);
    } catch (error) {
      // The other one was first.
      if (!existsSync(folder)) throw error;
      rmSync(beside, { recursive: true });
    }
  }
  return join(folder, 'postgres');
}
