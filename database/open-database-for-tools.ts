import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unlessOwned } from './embedded/unless-owned.ts';
import { type Database, type DatabaseOptions, openDatabase } from './open-database.ts';

/** Counting a long list may take minutes, and whoever typed the command can interrupt it. */
const queryTimeoutMs = 600_000;

/**
 * Opens the database for a command, whether the server runs or not: a locked folder is queried through its owner.
 * Throws as openDatabase does, and when there is no list yet: a mistyped DATA_DIR must not create one.
 */
export async function openDatabaseForTools(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openDatabase({ ...options, queryTimeoutMs });
  const dataDir = resolve(options.dataDir);
  // A server's first start creates the lock before the list; a list that was copied here has no lock yet.
  if (!['lock.sqlite', 'postgres'].some((name) => existsSync(join(dataDir, name)))) {
    throw new Error(`There is no waitlist in ${dataDir} yet. Start the site once, or set DATA_DIR.`);
  }
  return unlessOwned<Database>(
    dataDir,
    () => openDatabase(options),
    async (owned) => owned,
  );
}
