import type { Database } from '../../database/database.ts';
import { readSchemaVersions } from '../../database/migrate.ts';
import { queryOne } from '../../database/query-one.ts';
import { pagesOfOneRow } from '../pages.ts';
import { columnsLeftOut, keptTables, tablesOfABackup, tablesOfAPerson } from './tables.ts';

/** The first line of a backup. */
export interface BackupHead {
  format: 'waitlist-backup';
  /** The version of the format, not of the schema. */
  version: 1;
  /** The migrations of the list, oldest first. */
  migrations: string[];
  /** Names the list without its secret: a digest of its key. Two backups of one list have the same. */
  list: string;
  /** ISO 8601: every join that was answered before this moment is in the backup. */
  startedAt: string;
  /** The number of the newest entry in it, as text. */
  lastEntry: string;
  /** The columns of each table. In a row a column that is null may be missing. */
  tables: Record<string, string[]>;
}

/** Rows by their table: `row_to_json` of each. */
export type Rows = Record<string, Record<string, unknown>[]>;

/**
 * An embedded list answers nobody while it reads one page, which takes it a few hundredths of a second.
 * A person has some eight rows.
 */
const peopleInAPage = 250;
const rowsInAPage = 1000;

/** Names a list without its secret: a digest of its key. @throws DatabaseUnavailable */
export async function fingerprintOfList(database: Database): Promise<string> {
  const { fingerprint } = await queryOne<{ fingerprint: string }>(
    database,
    "select left(encode(sha256(secret), 'hex'), 16) as fingerprint from waitlist.email_key",
  );
  return fingerprint;
}

/** The columns of a backup, by their table. @throws DatabaseUnavailable */
export async function columnsOfTables(database: Database): Promise<Record<string, string[]>> {
  const rows = await database.query<{ name: string; columns: string[] }>(
    `select relname::text as name, json_agg(attname order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'waitlist'::regnamespace and relname = any ($1)
        and attnum > 0 and not attisdropped and attgenerated = ''
        and relname || '.' || attname <> all ($2)
      group by relname`,
    [tablesOfABackup, Object.keys(columnsLeftOut)],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** The first line of a backup that is about to be made. @throws DatabaseUnavailable */
export async function backupHeadOf(database: Database): Promise<BackupHead> {
  const startedAt = new Date().toISOString();
  const newest = await queryOne<{ id: string }>(
    database,
    'select coalesce(max(id), 0)::text as id from waitlist.entries',
  );
  return {
    format: 'waitlist-backup',
    version: 1,
    migrations: await readSchemaVersions(database),
    list: await fingerprintOfList(database),
    startedAt,
    lastEntry: newest.id,
    tables: await columnsOfTables(database),
  };
}

/**
 * The lines of a backup after its first one, as JSON: each is a page of `Rows`.
 * A person's rows come from one statement, so that they fit each other even where people join and leave meanwhile.
 * @throws DatabaseUnavailable
 */
export async function* pagesOfList(database: Database, head: BackupHead): AsyncGenerator<string> {
  yield* peopleOf(database, head);
  for (const { name, key } of keptTables) yield* rowsOf(database, name, key);
}

interface Page {
  rows: string | null;
  /** Where the next page begins. */
  pageEnd: string | null;
}

async function* peopleOf(database: Database, { lastEntry, tables }: BackupHead): AsyncGenerator<string> {
  // By a range of numbers, for which PostgreSQL uses the indexes even without statistics.
  const subqueries = tablesOfAPerson.map(
    (table) => `'${table}', (
       select json_agg(row_to_json(kept))
         from (select ${tables[table]?.join(', ')} from waitlist.${table}) as kept
        where kept.entry_id > $1::bigint and kept.entry_id <= (select max(id) from page))`,
  );
  const sql = `
    with page as materialized (
      select * from waitlist.entries where id > $1::bigint and id <= $2::bigint order by id limit ${peopleInAPage}
    )
    select json_strip_nulls(json_build_object(
             'entries', (select json_agg(row_to_json(page) order by id) from page),
             ${subqueries.join(',\n')}))::text as rows,
           (select max(id)::text from page) as "pageEnd"`;
  const read = pagesOfOneRow<Page>(database, sql, (after) => [after, lastEntry]);
  for await (const { rows, pageEnd } of read) if (rows !== null && pageEnd !== null) yield rows;
}

async function* rowsOf(database: Database, table: string, key: string): AsyncGenerator<string> {
  const keyBefore = `(select ${key} from json_populate_record(null::waitlist.${table}, $1::json))`;
  const sql = `
    with page as materialized (
      select * from waitlist.${table} where $1::text is null or ${key} > ${keyBefore} order by ${key} limit ${rowsInAPage}
    )
    select (select json_build_object('${table}', json_agg(row_to_json(page) order by ${key})) from page)::text as rows,
           (select row_to_json(page)::text from page order by ${key} desc limit 1) as "pageEnd"`;
  let after: string | null = null;
  for (;;) {
    const [page]: Page[] = await database.query<Page>(sql, [after]);
    if (!page?.rows || page.pageEnd === null) return;
    yield page.rows;
    after = page.pageEnd;
  }
}
