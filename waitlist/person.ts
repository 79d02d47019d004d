import type { Database } from '../database/database.ts';
import { storableEmail } from './storable-text.ts';

/** All that is held about one person: rows by table, first `entries`. */
export type Held = Record<string, Record<string, unknown>[]>;

const canonical = '(select canonical from waitlist.read_addresses(array[$1]))';

/** Every spelling of an address finds its one entry, as in waitlist.join_batch. */
const entryOf = `select id from waitlist.entries where canonical = ${canonical}`;

/** What outlives an erasure: a hash of the address, so that nobody writes to it again. */
const suppressionOf = `address_hash = waitlist.address_hash(${canonical})`;

/**
 * All that is held about whoever has this address. After an erasure that may be a suppression alone, without an entry; undefined
 * when there is nothing. @throws DatabaseUnavailable
 */
export async function findPerson(database: Database, address: string): Promise<Held | undefined> {
  const [row] = await database.query<{ held: Held }>(
    `select waitlist.person_data(entry.id) as held from (${entryOf}) as entry`,
    [storableEmail(address)],
  );
  // jsonb sorts its keys by their length.
  if (row) return { entries: row.held.entries ?? [], ...row.held };
  const left = await database.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(suppressions) as row from waitlist.suppressions as suppressions where ${suppressionOf}`,
    [storableEmail(address)],
  );
  return left.length === 0 ? undefined : { entries: [], suppressions: left.map(({ row: kept }) => kept) };
}

/** The words of a version of the consent, as they were shown; undefined for an unknown one. @throws DatabaseUnavailable */
export async function consentWords(database: Database, version: unknown): Promise<string | undefined> {
  const [row] = await database.query<{ words: string }>(
    'select words from waitlist.wordings where version = $1',
    [version],
  );
  return row?.words;
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

/** Lets emails go to an address again; returns whether none went there. @throws DatabaseUnavailable */
export async function allowEmails(database: Database, address: string): Promise<boolean> {
  const rows = await database.query(
    `with allowed as (delete from waitlist.suppressions where ${suppressionOf} returning reason),
          recorded as (insert into waitlist.audit (action, entries) select 'person allow', 1 from allowed)
     select reason from allowed where reason is not null`,
    [storableEmail(address)],
  );
  return rows.length > 0;
}
