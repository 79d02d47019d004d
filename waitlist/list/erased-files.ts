import type { Database } from '../../database/database.ts';

/** Milliseconds until a server has removed an erased person's bytes from the files of a short list. */
export const eraseIntervalMs = 60_000;

/** A table of up to this size is rewritten within a second: 20 MB took 0.7 s on two busy cores. */
const quickBytes = 16 * 1024 ** 2;

/**
 * Removes the people who were just erased from the files of an embedded list, if this process has opened it. If not, its owner does
 * so: within a minute, or after the next night if the list is so long that joins would wait.
 * @param maxQuickBytes the size of a table up to which a list is short
 * @returns when they are gone from the files; undefined if they are gone now
 * @throws DatabaseUnavailable
 */
export async function removeErasedOrSayWhen(
  database: Database,
  maxQuickBytes = quickBytes,
): Promise<Date | undefined> {
  if (!database.isShared) {
    await removeErased(database, 'however long it takes');
    return undefined;
  }
  if (await isQuick(database, maxQuickBytes)) return new Date(Date.now() + eraseIntervalMs);
  return nextNight(new Date());
}

/** Notes that a restore has left people out of an embedded list: removeErased has work. @throws DatabaseUnavailable */
export async function noteLeftOut(database: Database): Promise<void> {
  await database.query('update waitlist.list_state set left_out_in_files = true');
}

/**
 * Removes what deleted rows leave in the files: tables, indexes and the log. It does nothing if since the last time nobody was erased
 * and no restore left anybody out. It does not touch backups, or the freed space of the disk. If it is cut short, the next call
 * finishes it.
 * @param maxQuickBytes the size of a table up to which it is quick
 * @throws DatabaseUnavailable
 */
export async function removeErased(
  database: Database,
  when: 'if it is quick' | 'however long it takes',
  maxQuickBytes = quickBytes,
): Promise<void> {
  // Read first: a person who is erased meanwhile has a row that stays marked.
  const erased = await database.query<{ code: string }>(
    "select encode(address_code, 'hex') as code from waitlist.erasures where is_in_files",
  );
  const [leftOut] = await database.query('select from waitlist.list_state where left_out_in_files');
  if (erased.length === 0 && !leftOut) return;
  if (when === 'if it is quick' && !(await isQuick(database, maxQuickBytes))) return;
  await removeDeleted(database);
  await database.query(
    "update waitlist.erasures set is_in_files = false where encode(address_code, 'hex') = any ($1)",
    [erased.map(({ code }) => code)],
  );
  await database.query('update waitlist.list_state set left_out_in_files = false where left_out_in_files');
}

async function isQuick(database: Database, maxQuickBytes: number): Promise<boolean> {
  const [largestTable] = await database.query<{ bytes: number }>(
    `select max(pg_total_relation_size(oid))::float8 as bytes
       from pg_class where relnamespace = 'waitlist'::regnamespace and relkind = 'r'`,
  );
  return (largestTable?.bytes ?? 0) <= maxQuickBytes;
}

/**
 * Rewrites each table and its indexes, because a plain vacuum leaves deleted bytes in the free space of their pages. Then it begins a
 * new segment of the log, so that the checkpoint deletes the earlier ones. Joins are served between the statements.
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

/**
 * What the owner of a list does once a night: it removes erased people from a long list, vacuums, and makes the planner's statistics, as
 * a PostgreSQL does by itself (decision 6). @throws DatabaseUnavailable
 */
export async function maintainAtNight(database: Database): Promise<void> {
  await removeErased(database, 'however long it takes');
  await database.query('vacuum (analyze)');
}

/** The first hour of the night after this moment. */
export function nextNight(after: Date): Date {
  const night = new Date(after);
  // At this hour most visitors, from Morocco to Indonesia, are asleep or at work.
  night.setUTCHours(3, 0, 0, 0);
  if (night <= after) night.setUTCDate(night.getUTCDate() + 1);
  return night;
}
