import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject, onTestFinished, TestRunner, test } from 'vitest';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openForServer } from '../../waitlist/list/open-list.ts';
import { createDatabase } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An empty folder that is deleted after the test, or, made outside of one, after the file's tests. */
export function testFolder(): string {
  const { path, remove } = temporaryFolder();
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return path;
}

/**
 * An empty database of each kind that this machine can run, for tests that must hold on both.
 * Returns the options to open each, and the PostgreSQL for making more databases. Folders are deleted after the file's tests.
 */
export async function bothDatabases() {
  const dataDir = testFolder();
  copyEmbeddedList(dataDir);
  const postgres = await sharedPostgres();
  const places: { kind: Database['kind']; options: DatabaseOptions & { dataDir: string } }[] = [
    { kind: 'embedded', options: { dataDir } },
  ];
  if (postgres) places.push({ kind: 'postgres', options: { dataDir, databaseUrl: postgres.url } });
  return { places, postgres };
}

/**
 * Opens both and closes them after the file's tests.
 * Returns them, and a `test` that is run on each (`onBoth`: with its kind and options too); tests of the same file that need no
 * database are `it`.
 */
export async function openBothDatabases(openOne = openForServer) {
  const { places, postgres } = await bothDatabases();
  const open = await Promise.all(
    places.map(async ({ kind, options }) => ({ kind, options, database: await openOne(options) })),
  );
  // Hooks run in reverse order of registration: these close before their folder is deleted.
  afterAll(() => Promise.all(open.map(({ database }) => database.close())));
  const testOnEach = (name: string, run: (database: Database) => Promise<void>) =>
    test.for(open)(`$kind: ${name}`, ({ database }) => run(database));
  return { databases: open, postgres, test: testOnEach, onBoth: test.for(open) };
}

/**
 * An empty database in the run's one PostgreSQL (shared-databases.ts); undefined where this machine has none.
 * Roles, settings and the list of running statements belong to the whole cluster: a file that changes a setting, stops
 * the server or needs a cluster without our roles starts its own (postgres.ts).
 */
export async function sharedPostgres() {
  const cluster = inject('clusterUrl');
  if (!cluster) return undefined;
  const another = () => createDatabase(cluster, `test_${randomUUID().replaceAll('-', '')}`);
  return { url: await another(), createDatabase: another };
}

/**
 * Copies an embedded list without entries into a data folder, as a server that has run there leaves it. The first start,
 * which makes one, takes seconds of CPU time: only its own tests need it.
 */
export function copyEmbeddedList(dataDir: string): void {
  cpSync(inject('embeddedFiles'), join(dataDir, 'postgres'), { recursive: true });
}
