import type { Database } from '../database.ts';

/** Milliseconds after which a server has removed an erased person's bytes from the files of a short list. */
export const eraseIntervalMs = 60_000;

/** A table of up to this size is rewritten within a second: 20 MB took 0.7 s on two busy cores. */
const quickBytes = 16 * 1024 ** 2;

/**
 * When the files of an embedded list no longer hold who was erased from it just now: at once where this process has opened it alone,
 * else within a minute, or after the next night where it is so long that joins would wait.
 * @returns undefined for at once
 * @throws DatabaseUnavailable
 */
export async function removeErasedOrSayWhen(database: Database): Promise<Date | undefined> {
  if (database.isShared)
    return (await isQuick(database)) ? new Date(Date.now() + eraseIntervalMs) : nextNight(new Date());
  await removeErased(database, 'however long it takes');
  return undefined;
}

/**
 * Removes what deleted rows leave in the files (tables, indexes and the log), if somebody was erased, or left out by a restore, since it was last done. What
 * backups keep, and the freed space of the disk, are not touched. What was cut short is finished by the next call.
 * @throws DatabaseUnavailable
 */
export async function removeErased(
  database: Database,
  when: 'if it is quick' | 'however long it takes',
): Promise<void> {
  // Of this moment: whoever is erased meanwhile has a row that stays marked.
  const erased = await database.query<{ code: string }>(
    "select encode(code, 'hex') as code from waitlist.erasures where is_in_files",
  );
  const [leftOut] = await database.query('select from waitlist.list_state where left_out_in_files');
  if (erased.length === 0 && !leftOut) return;
  if (when === 'if it is quick' && !(await isQuick(database))) return;
  await removeDeleted(database);
  await database.query(
    "update waitlist.erasures set is_in_files = false where encode(code, 'hex') = any ($1)",
    [erased.map(({ code }) => code)],
  );
  await database.query('update waitlist.list_state set left_out_in_files = false where left_out_in_files');
}

async function isQuick(database: Database): Promise<boolean> {
  const [largestTable] = await database.query<{ bytes: number }>(
    `select max(pg_total_relation_size(oid))::float8 as bytes
       from pg_class where relnamespace = 'waitlist'::regnamespace and relkind = 'r'`,
  );
  return (largestTable?.bytes ?? 0) <= quickBytes;
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

/** What the owner of a list does once a night: a vacuum, and the removal of who was erased from a long list. @throws DatabaseUnavailable */
export async function workAtNight(database: Database): Promise<void> {
  await removeErased(database, 'however long it takes');
  await database.query('vacuum');
}

/** The first hour of the night after this moment. */
export function nextNight(after: Date): Date {
  const night = new Date(after);
  // When most of the visitors, from Morocco to Indonesia, are asleep or at work.
  night.setUTCHours(3, 0, 0, 0);
  if (night <= after) night.setUTCDate(night.getUTCDate() + 1);
  return night;
}
