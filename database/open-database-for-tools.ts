import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { askHolder } from './embedded/ask-holder.ts';
import { FolderHeld, readHolder } from './embedded/folder-lock.ts';
import { type Database, type DatabaseOptions, openDatabase } from './open-database.ts';

/** A server that is starting holds its folder for a few seconds before it answers. */
const patienceMs = 10_000;

/** Counting a long list may take minutes: whoever typed the command can end it sooner. */
const queryTimeoutMs = 600_000;

/**
 * Opens the database for a command, whether the server runs or not: a held folder is asked through its holder.
 * Takes where the database is; returns it. Throws as openDatabase does, and when there is no list there yet: a command
 * must not make an empty one because DATA_DIR was mistyped.
 */
export async function openDatabaseForTools(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openDatabase({ ...options, queryTimeoutMs });
  const dataDir = resolve(options.dataDir);
  if (!existsSync(join(dataDir, 'lock.sqlite'))) {
    throw new Error(`There is no waitlist in ${dataDir} yet. Start the site once, or set DATA_DIR.`);
  }
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await openDatabase(options);
    } catch (error) {
      if (!(error instanceof FolderHeld)) throw error;
      const holder = readHolder(dataDir);
      if (holder) return askHolder(holder);
      if (Date.now() > giveUpAt) throw error;
      await wait(100);
    }
  }
}
