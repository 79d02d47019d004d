import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../database/open-database.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL (shared-postgres.ts); empty where this machine has none. */
    clusterUrl: string;
    /** The files of an embedded list without entries (embedded-list.ts). */
    embeddedFiles: string;
  }
}

/** What an embedded list is made by: another one is made when any of it has changed. */
const makers = [
  'database/**/*.ts',
  'supabase/migrations/*.sql',
  'node_modules/@electric-sql/pglite/package.json',
];

/** Makes an embedded list, or finds the one that an earlier run has made; returns the folder of its files. */
async function embeddedFiles(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync(makers).sort()) hash.update(readFileSync(file));
  const kept = resolve('.cache/embedded');
  const folder = join(kept, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    rmSync(kept, { recursive: true, force: true });
    const beside = `${folder}.${process.pid}`;
    const database = await openDatabase({ dataDir: beside });
    await database.close();
    renameSync(beside, folder);
  }
  return join(folder, 'postgres');
}

/**
 * Before all tests: one PostgreSQL for the whole run, and the files of an embedded list to copy. Making either takes
 * seconds of a processor, and most tests only need one that is there.
 */
export default async function startShared(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, files] = await Promise.all([startPostgres(), embeddedFiles()]);
  project.provide('clusterUrl', postgres?.url ?? '');
  project.provide('embeddedFiles', files);
  return async () => {
    await postgres?.stop();
  };
}
