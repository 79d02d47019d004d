import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../system/reason-of.ts';
import { syncToDisk } from '../../system/sync-to-disk.ts';
import { type Database, toDatabaseError } from '../database.ts';
import { type MigrationConnection, migrate } from '../migrate.ts';
import { startPostgres } from './pglite.ts';

/**
 * Opens the files of a database, or makes them, and migrates them. The caller holds the folder's lock, or created the folder.
 * @param prepare brings the schema up to date, and returns the versions that it applied
 * @throws Error with a sentence for the operator when they are damaged, of another PostgreSQL version or newer than this code
 */
export async function openFiles(
  folder: string,
  prepare: (connection: MigrationConnection) => Promise<string[]> = migrate,
): Promise<Database> {
  if (existsSync(folder)) refuseOtherVersion(folder);
  else mkdirSync(folder);
  // PGlite makes its files writable for everybody, and the folder around them may be open to others.
  chmodSync(folder, 0o700);
  const postgres = await startPostgres(folder);
  const query = async <Row>(sql: string, parameters: readonly unknown[] = []) =>
    (await postgres.query<Row>(sql, [...parameters])).rows;
  try {
    const applied = await prepare({
      isOneSession: true,
      run: async (sql) => void (await postgres.exec(sql)),
      query,
    });
    // Until the next checkpoint a power cut may keep an unlogged table's file and lose its init fork:
    // recovery then fails with 'File exists', and the folder never opens again.
    if (applied.length > 0) await postgres.exec('checkpoint');
  } catch (error) {
    await postgres.close();
    throw error;
  }
  return {
    kind: 'embedded',
    isShared: false,
    query: <Row>(sql: string, parameters?: readonly unknown[]) =>
      query<Row>(sql, parameters).catch((error) => {
        throw toDatabaseError(error);
      }),
    listen(channel, hear) {
      const listening = postgres.listen(channel, hear);
      return {
        works: () => true,
        stop: async () => (await listening)(),
      };
    },
    close: () => postgres.close(),
  };
}

/** Of PGlite 0.5, which neither opens nor upgrades another major version's files. */
const majorVersion = '18';

function refuseOtherVersion(folder: string): void {
  const versionFile = join(folder, 'PG_VERSION');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined;
  if (version === majorVersion) return;
  if (version === undefined)
    throw new Error(
      `${folder} is not a database, or is damaged: it has no PG_VERSION. Bring back a backup (npm run waitlist -- restore FILE), or set DATA_DIR to another folder.`,
    );
  throw new Error(
    `${folder} was made by PostgreSQL ${version}, and this software brings PostgreSQL ${majorVersion}. Make a backup with the version that made it (npm run waitlist -- backup FILE), move the folder away, and restore.`,
  );
}

/**
 * Creates a folder, unless it exists. After a power cut it is whole or absent: it is filled under another name, synced, and then
 * renamed.
 */
export async function createAtomically(
  folder: string,
  fill: (folder: string) => Promise<void>,
  platform = process.platform,
): Promise<void> {
  if (existsSync(folder)) return;
  const temporary = `${folder}.unfinished`;
  rmSync(temporary, { recursive: true, force: true });
  await fill(temporary);
  for (const entry of readdirSync(temporary, { recursive: true, withFileTypes: true }))
    syncToDisk(join(entry.parentPath, entry.name), entry.isDirectory() ? 'r' : 'r+', platform);
  syncToDisk(temporary, 'r', platform);
  renameSync(temporary, folder);
  syncToDisk(dirname(folder), 'r', platform);
}

/**
 * Makes a folder that only this user may enter. An existing folder keeps its rights: others may need what lies in it.
 * @throws Error with a sentence for the operator when that fails
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`The data folder ${folder} cannot be made: ${reasonOf(cause)}.`, { cause });
  }
}
