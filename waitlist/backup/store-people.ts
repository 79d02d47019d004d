import type { Database } from '../../database/database.ts';
import type { AnnouncementNumbers } from './store-announcements.ts';
import type { Columns } from './store-rows.ts';
import { tablesOfAPerson } from './tables.ts';

/** People of a page who are to be stored. */
export interface PeopleToStore {
  /** Of people who are not on the list. */
  ids: number[];
  /** Of people who are, and whose entry is taken from the page. */
  newer: number[];
  /** Is added to their numbers: they come from another list. */
  offset: string;
  /** An email of another announcement is left out. */
  announcements: AnnouncementNumbers;
}

/**
 * Stores people of a page with all that is theirs. @param page its text
 * @throws DatabaseUnavailable; StatementError when a row does not fit
 */
export async function storePeople(
  database: Database,
  page: string,
  columns: Columns,
  { ids, newer, offset, announcements }: PeopleToStore,
): Promise<void> {
  const stored = await storeEntries(database, page, columns.entries ?? [], { ids, offset });
  const renewed = await renewEntries(database, page, columns.entries ?? [], newer);
  const people = [...stored, ...renewed];
  if (people.length === 0) return;
  for (const table of tablesOfAPerson) {
    const rows = { table, columns: columns[table] ?? [], people, offset, announcements };
    await storeRowsOfPeople(database, page, rows);
  }
}

/** Puts new entries in. @returns their numbers on this list */
async function storeEntries(
  database: Database,
  page: string,
  columns: readonly string[],
  { ids, offset }: { ids: number[]; offset: string },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const values = columns.map((column) => (column === 'id' ? 'id + $3::bigint' : column));
  const stored = await database.query<{ id: string }>(
    `insert into waitlist.entries (${columns.join(', ')}) overriding system value
     select ${values.join(', ')}
       from json_populate_recordset(null::waitlist.entries, $1::json -> 'entries')
      where id = any ($2::bigint[])
     on conflict do nothing
     returning id::text`,
    [page, ids, offset],
  );
  return stored.map(({ id }) => id);
}

/** Takes entries from the page, unless somebody else has the address by now. @returns the numbers of those that were taken */
async function renewEntries(
  database: Database,
  page: string,
  columns: readonly string[],
  ids: number[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const changed = columns.filter((column) => column !== 'id');
  const values = changed.map((column) => `people.${column}`);
  const renewed = await database.query<{ id: string }>(
    `update waitlist.entries as known
        set (${changed.join(', ')}) = (select ${values.join(', ')})
       from json_populate_recordset(null::waitlist.entries, $1::json -> 'entries') as people
      where known.id = people.id and known.id = any ($2::bigint[])
        and not exists (
          select from waitlist.entries as other where other.canonical = people.canonical and other.id <> people.id)
     returning known.id::text as id`,
    [page, ids],
  );
  return renewed.map(({ id }) => id);
}

interface RowsOfPeople {
  table: (typeof tablesOfAPerson)[number];
  columns: readonly string[];
  /** The numbers of the people on this list. */
  people: string[];
  offset: string;
  announcements: AnnouncementNumbers;
}

/** What is stored in a column, where it is not what the backup has: the numbers of this list. */
const valuesHere: Record<string, string> = {
  entry_id: 'entry_id + $3::bigint',
  announcement: '(select number from numbers where was = announcement)',
};

/** Stores what belongs to people of a page. */
async function storeRowsOfPeople(
  database: Database,
  page: string,
  { table, columns, people, offset, announcements }: RowsOfPeople,
): Promise<void> {
  if (columns.length === 0) return;
  const values = columns.map((column) => valuesHere[column] ?? column);
  const isWanted =
    table === 'outbox' ? '(announcement is null or announcement in (select was from numbers))' : 'true';
  await database.query(
    `with numbers as (
       select key::integer as was, value::integer as number from json_each_text($4::json)
     )
     insert into waitlist.${table} (${columns.join(', ')})
     select ${values.join(', ')}
       from json_populate_recordset(null::waitlist.${table}, $1::json -> '${table}')
      where entry_id + $3::bigint = any ($2::bigint[]) and ${isWanted}
     on conflict do nothing`,
    [page, people, offset, JSON.stringify(announcements)],
  );
}
