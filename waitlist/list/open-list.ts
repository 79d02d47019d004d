// |                   | for                     | migrates           | one that was moved away | others may use it       |
// |-------------------|-------------------------|--------------------|-------------------------|-------------------------|
// | openForServer     | a server                | yes                | refuses it              | yes                     |
// | openForCommand    | a command               | no PostgreSQL      | refuses it              | yes                     |
// | openAlone         | a restore, a move       | yes                | opens it                | not if it is embedded   |
// | withSnapshot      | a backup, a rehearsal   | no PostgreSQL      | refuses it              | yes                     |
// | withEmptyList     | a rehearsal without one | yes                |                         | no                      |
//
// A list that is not in use is opened otherwise: `doctor` looks at an embedded list that was left, and migrates nothing
// (openEmbeddedAsItIs).
//
// A command uses an embedded list through the process that has it open.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connectOnce } from '../../database/connect-once.ts';
import type {
  Database,
  DatabaseOptions,
  EmbeddedOptions,
  PostgresOptions,
  Session,
} from '../../database/database.ts';
import { openEmbedded, openEmbeddedAlone } from '../../database/embedded/open-embedded.ts';
import { lockOrAskOwner } from '../../database/embedded/owner.ts';
import { openInThread } from '../../database/embedded/thread.ts';
import { assertMigrated, type MigrationConnection, migrate } from '../../database/migrate.ts';
import { connectPostgres } from '../../database/postgres.ts';
import { inTransaction } from '../../database/transaction.ts';
import { startMaintenance } from './embedded-maintenance.ts';
import { refuseMoved } from './moved.ts';

/** Connections of one process: batches of joins (waitlist/join.ts), readiness, sweeping. */
const maxConnections = 10;

/** Counting a long list may take minutes. The person who typed the command can interrupt it. */
const toolTimeoutMs = 600_000;

/**
 * Opens the list for a server, locks it (embedded) and migrates it.
 * @throws Error with a sentence for the operator: locked by another process, not writable, damaged, too new, out of reach
 */
export async function openForServer(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl === undefined)
    return openInThread(new URL('./list-thread.ts', import.meta.url), options.dataDir);
  const { databaseUrl, queryTimeoutMs, trust } = options;
  await preparePostgres(options, migrate);
  return connectPostgres({ databaseUrl, maxConnections, queryTimeoutMs, trust });
}

/**
 * Opens the database for a command: a locked folder is queried through its owner, and a database that an older server may use is not
 * migrated. Throws as openForServer does, when the database is older than this code, and when there is no list yet.
 */
export async function openForCommand(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl === undefined) {
    const dataDir = existingList(options);
    const database = await lockOrAskOwner(dataDir, () => openEmbeddedList(dataDir));
    await assertMigrated(database).catch(async (error) => {
      await database.close();
      // Opened by this process it would have been migrated.
      throw new Error(`Another version of this software has this list open: restart it. ${error.message}`);
    });
    return database;
  }
  const { databaseUrl, queryTimeoutMs = toolTimeoutMs, trust } = options;
  await preparePostgres(options, assertMigrated);
  return connectPostgres({ databaseUrl, maxConnections, queryTimeoutMs, trust });
}

/** Opens an embedded list in this thread. Throws as openForServer does. */
export const openEmbeddedList = (dataDir: string): Promise<Database> =>
  openEmbedded(dataDir, startMaintenance);

/**
 * Opens the database for this process alone, as one session in which `inTransaction` may be used. If there is no list, it makes one:
 * an embedded list, or the schema of a PostgreSQL. It opens a list that was moved away too, and does not check whether others use a
 * PostgreSQL.
 * @throws DataDirLocked while a server has an embedded list open; Error as openForServer does
 */
export async function openAlone(options: DatabaseOptions): Promise<Session> {
  if (options.databaseUrl === undefined) return openEmbeddedAlone(options.dataDir);
  const connection = await connectOnce(options.databaseUrl, options.trust);
  try {
    await migrate(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/**
 * Calls `work` with a database that shows one moment, if it can. A PostgreSQL does, in a transaction of its own connection. An
 * embedded list has one session, and a transaction would delay joins: there each statement shows its own moment.
 * @throws Error as openForCommand does; what `work` throws
 */
export async function withSnapshot<Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (options.databaseUrl === undefined) {
    const database = await openForCommand(options);
    return work(database).finally(() => database.close());
  }
  const connection = await connectOnce(options.databaseUrl, options.trust);
  try {
    await assertMigrated(connection);
    await refuseMoved(connection);
    return await inTransaction(connection, work, 'isolation level repeatable read, read only');
  } finally {
    await connection.close();
  }
}

/**
 * Calls `work` with an empty list of this version, in a folder that is deleted afterwards: a rehearsal needs one where there is no
 * list yet. @throws Error as openAlone does; what `work` throws
 */
export async function withEmptyList<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waitlist-'));
  try {
    const database = await openAlone({ dataDir });
    return await work(database).finally(database.close);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Whether there is a list, which may be empty. @throws Error with a sentence when a PostgreSQL is out of reach */
export async function hasList(options: DatabaseOptions): Promise<boolean> {
  if (options.databaseUrl === undefined) return existsSync(join(resolve(options.dataDir), 'postgres'));
  const connection = await connectOnce(options.databaseUrl, options.trust);
  try {
    const [table] = await connection.query<{ exists: boolean }>(
      "select to_regclass('waitlist.settings') is not null as exists",
    );
    return table?.exists ?? false;
  } finally {
    await connection.close();
  }
}

/** The data folder of a list that is there. @throws Error with a sentence */
function existingList(options: EmbeddedOptions): string {
  const dataDir = resolve(options.dataDir);
  // A server's first start creates the lock before the list; a list that was copied here has no lock yet.
  if (['lock.sqlite', 'postgres'].some((name) => existsSync(join(dataDir, name)))) return dataDir;
  throw new Error(`There is no waitlist in ${dataDir} yet. Start the site once, or set DATA_DIR.`);
}

/**
 * Connects once, to look at the schema, and refuses a list that was moved away. Throws as connectOnce does, and what `prepare` throws.
 */
async function preparePostgres(
  { databaseUrl, trust }: PostgresOptions,
  prepare: (connection: MigrationConnection) => Promise<unknown>,
): Promise<void> {
  const connection = await connectOnce(databaseUrl, trust);
  try {
    await prepare(connection);
    await refuseMoved(connection);
  } finally {
    await connection.close();
  }
}
