import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject, onTestFinished, TestRunner, test } from 'vitest';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openList } from './entries.ts';
import { createDatabase } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * The embedded PostgreSQL as WebAssembly. As long as this object exists, V8 compiles the code once for the process and all its
 * threads; otherwise once for each list that is opened. Nobody reads it: the global object keeps it from the garbage collector.
 */
const wasmFile = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
Object.assign(globalThis, { embeddedPostgres: await WebAssembly.compile(readFileSync(wasmFile)) });

/** An empty folder that is deleted after the test, or, made outside of one, after the file's tests. */
export function testFolder(): string {
  const { path, remove } = temporaryFolder();
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return path;
}

/**
 * An empty list in each kind of database that this machine can run, for tests that must hold on both.
 * Returns their kinds and the options to open them, and the PostgreSQL for making more databases. Folders are deleted after the
 * file's tests.
 */
export async function bothLists() {
  const dataDir = testFolder();
  copyEmbeddedList(dataDir);
  const postgres = await sharedPostgres();
  const lists: { kind: Database['kind']; options: DatabaseOptions & { dataDir: string } }[] = [
    { kind: 'embedded', options: { dataDir } },
  ];
  if (postgres) lists.push({ kind: 'postgres', options: { dataDir, databaseUrl: postgres.url } });
  return { lists, postgres };
}

/**
 * Opens both lists, and closes them after the file's tests.
 * Returns them: each with its kind, its options and its database. Returns a `test` too, which is run on the database of each, and
 * `onBoth`, which is run on each list. Tests of the same file that need no list are `it`.
 */
export async function openBothLists(openOne = openList) {
  const { lists, postgres } = await bothLists();
  const open = await Promise.all(
    lists.map(async ({ kind, options }) => ({ kind, options, database: await openOne(options) })),
  );
  // Hooks run in reverse order of registration: these close before their folder is deleted.
  afterAll(() => Promise.all(open.map(({ database }) => database.close())));
  const testOnEach = (name: string, run: (database: Database) => Promise<void>) =>
    test.for(open)(`$kind: ${name}`, ({ database }) => run(database));
  return { lists: open, postgres, test: testOnEach, onBoth: test.for(open) };
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
