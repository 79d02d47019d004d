import type { Database } from '../../database/database.ts';
import type { EntryId } from '../entries.ts';
import type { AnnouncementNumbers } from './store-announcements.ts';
import type { Columns } from './store-rows.ts';
import { tablesOfAPerson } from './tables.ts';

/** People of a page who are to be stored. */
export interface PeopleToStore {
  /** Of people who are not on the list. */
  ids: EntryId[];
  /** Of people who are, and whose entry is taken from the page. */
  newer: EntryId[];
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
  const stored = await storeEntries(database, { page, ids, offset }, columns.entries ?? []);
  const renewed = await renewEntries(database, page, columns.entries ?? [], newer);
  const people = [...stored, ...renewed];
  if (people.length === 0) return;
  const given = { page, ids: people, offset, announcements };
  for (const table of tablesOfAPerson) await storeRowsOfPeople(database, given, table, columns[table] ?? []);
}

/** Puts new entries in. @returns their numbers on this list */
async function storeEntries(
  database: Database,
  given: { page: string; ids: EntryId[]; offset: string },
  columns: readonly string[],
): Promise<EntryId[]> {
  if (given.ids.length === 0) return [];
  const stored = await insertFromPage<{ id: EntryId }>(database, given, {
    table: 'entries',
    columns,
    values: { id: 'id + given.id_offset' },
    where: 'id = any (given.ids)',
    returning: 'id::text',
  });
  return stored.map(({ id }) => id);
}

/** Takes entries from the page, unless somebody else has the address by now. @returns the numbers of those that were taken */
async function renewEntries(
  database: Database,
  page: string,
  columns: readonly string[],
  ids: EntryId[],
): Promise<EntryId[]> {
  if (ids.length === 0) return [];
  const changed = columns.filter((column) => column !== 'id');
  const values = changed.map((column) => `people.${column}`);
  const renewed = await database.query<{ id: EntryId }>(
    `update waitlist.entries as here
        set (${changed.join(', ')}) = (select ${values.join(', ')})
       from json_populate_recordset(null::waitlist.entries, $1::json -> 'entries') as people
      where here.id = people.id and here.id = any ($2::bigint[])
        and not exists (
          select from waitlist.entries as other where other.canonical = people.canonical and other.id <> people.id)
     returning here.id::text as id`,
    [page, ids],
  );
  return renewed.map(({ id }) => id);
}

/** The rows of people whose numbers on this list are given. */
const ofThePeople = 'entry_id + given.id_offset = any (given.ids)';
const entryHere = 'entry_id + given.id_offset';
const announcementHere = '(given.announcements ->> announcement::text)::integer';

/** Stores what belongs to people of a page. */
async function storeRowsOfPeople(
  database: Database,
  given: PageOfPeople,
  table: (typeof tablesOfAPerson)[number],
  columns: readonly string[],
): Promise<void> {
  if (columns.length === 0) return;
  switch (table) {
    case 'outbox': {
      const values = { entry_id: entryHere, announcement: announcementHere };
      const where = `${ofThePeople} and (announcement is null or ${announcementHere} is not null)`;
      await insertFromPage(database, given, { table, columns, values, where });
      return;
    }
    case 'evidence':
    case 'email_links':
      await insertFromPage(database, given, {
        table,
        columns,
        values: { entry_id: entryHere },
        where: ofThePeople,
      });
  }
}

/** What a statement that stores rows of a page needs to know. In SQL it is the row `given`. */
interface PageOfPeople {
  page: string;
  ids: EntryId[];
  /** Is `id_offset` in SQL, where OFFSET is a keyword. */
  offset: string;
  announcements?: AnnouncementNumbers;
}

interface Insert {
  table: string;
  columns: readonly string[];
  /** By column: what is stored, where it is not what the backup has. */
  values: Record<string, string>;
  /** Which rows of the page are stored. */
  where: string;
  returning?: string;
}

/** Inserts rows of a page. What is there already stays. */
function insertFromPage<Row>(
  database: Database,
  { page, ids, offset, announcements = {} }: PageOfPeople,
  { table, columns, values, where, returning }: Insert,
): Promise<Row[]> {
  const stored = columns.map((column) => values[column] ?? column);
  return database.query<Row>(
    `with given as (
       select $1::json as page, $2::bigint[] as ids, $3::bigint as id_offset, $4::jsonb as announcements
     )
     insert into waitlist.${table} (${columns.join(', ')}) overriding system value
     select ${stored.join(', ')}
       from given, json_populate_recordset(null::waitlist.${table}, given.page -> '${table}')
      where ${where}
     on conflict do nothing
     ${returning === undefined ? '' : `returning ${returning}`}`,
    [page, ids, offset, JSON.stringify(announcements)],
  );
}
