import type { Database } from '../database/database.ts';
import { storableEmail } from './storable-text.ts';

/** All that is held about one person: rows by table, first `entries`. */
export type Held = Record<string, Record<string, unknown>[]>;

/** Every spelling of an address finds its one entry, as in waitlist.join_set. */
const entryOf = `
  select id from waitlist.entries
   where canonical = waitlist.canonical_address(waitlist.tidy_address(waitlist.trimmed($1)))`;

/** All that is held about whoever has this address; undefined when nobody has. @throws DatabaseUnavailable */
export async function findPerson(database: Database, address: string): Promise<Held | undefined> {
  const [row] = await database.query<{ held: Held }>(
    `select waitlist.held_about(entry.id) as held from (${entryOf}) as entry`,
    [storableEmail(address)],
  );
  // jsonb sorts its keys by their length.
  return row && { entries: row.held.entries ?? [], ...row.held };
}

/** What each column of the list is for, in words, by its name. @throws DatabaseUnavailable */
export async function describeColumns(database: Database): Promise<Record<string, string>> {
  const rows = await database.query<{ name: string; comment: string }>(
    `select attname as name, col_description(attrelid, attnum) as comment
       from pg_attribute
      where attrelid = 'waitlist.entries'::regclass and attnum > 0 and col_description(attrelid, attnum) is not null
      order by attnum`,
  );
  return Object.fromEntries(rows.map(({ name, comment }) => [name, comment]));
}

/** Erases the entry and all that refers to it; returns whether there was one. @throws DatabaseUnavailable */
export async function erasePerson(database: Database, address: string): Promise<boolean> {
  const rows = await database.query<{ id: string }>(
    `with erased as (delete from waitlist.entries where id in (${entryOf}) returning id),
          recorded as (insert into waitlist.audit (action, entries) select 'person erase', 1 from erased)
     select id::text from erased`,
    [storableEmail(address)],
  );
  return rows.length > 0;
}

/** Records that somebody has left the list; returns whether the address was on it. @throws DatabaseUnavailable */
export async function leaveList(database: Database, address: string): Promise<boolean> {
  const rows = await database.query<{ id: string }>(
    `with leaving as (
       update waitlist.entries set state = 'left' where state <> 'left' and id in (${entryOf}) returning id
     ), recorded as (insert into waitlist.audit (action, entries) select 'person leave', 1 from leaving)
     select id::text from leaving`,
    [storableEmail(address)],
  );
  return rows.length > 0;
}
