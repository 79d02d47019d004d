import type { Database } from '../../database/database.ts';
import type { Rows } from './read-list.ts';
import { isSeeded, type KeptTable, seededTables, tablesOfABackup } from './tables.ts';

/** By table: the columns that are stored. */
export type Columns = Record<string, string[]>;

/** Empties the tables of a backup, without those that the migrations fill. @throws DatabaseUnavailable */
export async function emptyList(database: Database): Promise<void> {
  const emptied = tablesOfABackup.filter((table) => !isSeeded(table));
  await database.query(`truncate ${emptied.map((table) => `waitlist.${table}`).join(', ')}`);
}

/** By table: what happens to a row of the backup whose key is there already. In the other tables the row that is there stays. */
export type Conflicts = Record<string, string>;

/** Of an erasure that is noted on both sides the later moment counts. */
export const laterErasureStays = `on conflict (address_code) do update
  set erased_at = greatest(erasures.erased_at, excluded.erased_at)`;

/** The values of a column of keys, here and in the backup, each once. */
const keysOfBoth = (column: string) =>
  `${column} = array(select distinct unnest(email_key.${column} || excluded.${column}))`;

/**
 * In a list that is not empty: a reason is taken that is only in the backup, the later moment of an erasure, and the keys of other
 * lists, whose codes and links the backup has.
 */
export const conflictsOfSame: Conflicts = {
  email_key: `on conflict (only_row) do update
               set ${keysOfBoth('other_secrets')}, ${keysOfBoth('other_link_secrets')}`,
  erasures: laterErasureStays,
  suppressions: `on conflict (mailbox_code) do update set reason = excluded.reason, noted_at = excluded.noted_at
                  where suppressions.reason is null and excluded.reason is not null`,
};

/** In an empty list: the rows of the backup take the place of those that the migrations put in. */
export function conflictsWithSeeds(columns: Columns): Conflicts {
  const conflicts: Conflicts = {};
  for (const table of seededTables) conflicts[table.name] = takingAllOf(table, columns[table.name] ?? []);
  return conflicts;
}

const takingAllOf = ({ key }: KeptTable, columns: readonly string[]) =>
  `on conflict (${key}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;

/**
 * Stores the rows of a page that are not there yet. @param page its text
 * @throws DatabaseUnavailable; StatementError when a row does not fit
 */
export async function storeRows(
  database: Database,
  page: string,
  rows: Rows,
  { columns, conflicts }: { columns: Columns; conflicts: Conflicts },
): Promise<void> {
  for (const table of Object.keys(rows)) {
    const list = (columns[table] ?? []).join(', ');
    await database.query(
      `insert into waitlist.${table} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::waitlist.${table}, $1::json -> '${table}')
       ${conflicts[table] ?? 'on conflict do nothing'}`,
      [page],
    );
  }
}
