import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Database } from '../database.ts';
import { withFiles } from './files.ts';
import { oneAtATime, readLockOwner } from './lock.ts';
import { replacedFolders } from './restore.ts';

/** Says that something was erased whose bytes are still in the files. */
const noteFile = (dataDir: string) => join(dataDir, 'erase-at-night');

/**
 * Erases somebody from an embedded list and from the lists that restores put aside, and removes what deleted rows leave in
 * the files: in tables, indexes and the log. What backups keep, and the freed space of the disk, are not touched.
 * @param database the list; of a PostgreSQL only `erase` is run
 * @param erase deletes the rows, in each of these lists
 * @param isServing whether joins are served meanwhile by this process, and would wait; else it is asked for by a tool
 * @returns undefined when the files hold nothing of them any more; on a list so long that joins would wait for more than a
 * second, the time at which the server will have removed it
 * @throws what `erase` throws; Error with a sentence when a list that was put aside does not open
 */
export async function eraseFromFiles(
  database: Database,
  dataDirSetting: string,
  erase: (database: Database) => Promise<unknown>,
  isServing = false,
): Promise<Date | undefined> {
  await erase(database);
  if (database.kind !== 'embedded') return undefined;
  const dataDir = resolve(dataDirSetting);
  const isOpenedHere = !isServing && readLockOwner(dataDir)?.pid === process.pid;
  const [largestTable] = await database.query<{ bytes: number }>(
    `select max(pg_total_relation_size(oid))::float8 as bytes
       from pg_class where relnamespace = 'waitlist'::regnamespace and relkind = 'r'`,
  );
  // Up to this size a table is written anew within a second: 20 MB took 0.7 s on two busy cores.
  const isQuick = isOpenedHere || (largestTable?.bytes ?? 0) <= 16 * 1024 ** 2;
  if (isQuick) await removeDeleted(database);
  else writeFileSync(noteFile(dataDir), '', { mode: 0o600 });
  const fromReplaced = async (list: Database) => {
    await erase(list);
    await removeDeleted(list);
  };
  for (const folder of replacedFolders(dataDir)) {
    await oneAtATime(dataDir, 'erasure', () => withFiles(folder, fromReplaced)).catch((cause) => {
      throw new Error(
        `Erased from the list, and not from the one that a restore put aside: ${cause.message} Delete the folder ${folder}.`,
        { cause },
      );
    });
  }
  return isQuick ? undefined : nextNight(new Date());
}

/**
 * Writes each table and its indexes anew (a vacuum leaves deleted bytes in the free space of their pages), and begins a new
 * segment of the log, so that the checkpoint deletes those before it. Joins are served between the statements.
 * @throws DatabaseUnavailable
 */
async function removeDeleted(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'waitlist'",
  );
  for (const { name } of tables) await database.query(`vacuum full ${name}`);
  await database.query('select pg_switch_wal()::text');
  await database.query('checkpoint');
}

/** What the server does once a night: a vacuum, or after an erasure from a long list what removes its bytes. @throws DatabaseUnavailable */
export async function eraseAtNight(database: Database, dataDir: string): Promise<void> {
  if (!existsSync(noteFile(dataDir))) return void (await database.query('vacuum'));
  // First, so that the note of an erasure that comes meanwhile stays.
  rmSync(noteFile(dataDir), { force: true });
  await removeDeleted(database).catch((error: unknown) => {
    writeFileSync(noteFile(dataDir), '', { mode: 0o600 });
    throw error;
  });
}

/** The first hour of the night after this moment. */
export function nextNight(after: Date): Date {
  const night = new Date(after);
  // When most of the visitors, from Morocco to Indonesia, are asleep or at work.
  night.setUTCHours(3, 0, 0, 0);
  if (night <= after) night.setUTCDate(night.getUTCDate() + 1);
  return night;
}
