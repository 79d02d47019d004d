import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { storableEmail } from './address.ts';
import type { ErasureAction } from './audit.ts';
import type { EntryId } from './entries.ts';

/**
 * Erases an address wherever it stands, the target of somebody's change of address included; returns whether it was known.
 * @throws DatabaseUnavailable
 */
export async function erasePerson(database: Database, address: string): Promise<boolean> {
  const { wasKnown } = await queryOne<{ wasKnown: boolean }>(
    database,
    'select waitlist.erase_address(waitlist.canonical_of($1), $2) as "wasKnown"',
    [storableEmail(address), 'person erase' satisfies ErasureAction],
  );
  return wasKnown;
}

/** Which people of the list a flood may have brought. People who have confirmed, or have left, are never among them. */
export interface FloodFilter {
  /** When they joined: at this moment or later, and before `until`. */
  since: Date;
  until?: Date | undefined;
  source?: string | undefined;
  /** The mark of the network from which they joined. */
  network?: string | undefined;
  /** Only from networks from which at least this many of them joined. */
  crowded?: number | undefined;
}

/** The people whom a flood may have brought, as a filter finds them. */
export interface FloodPeople {
  ids: EntryId[];
  /** The networks from which they joined, those with most people first; null for people without a mark. */
  networks: { network: string | null; count: number }[];
  /** A few of them, spread over all. */
  sample: { email: string; source: string; joined_at: string; network: string | null }[];
}

const peopleShown = 10;

/** Finds people by when and from where they joined. @throws DatabaseUnavailable */
export async function findUnconfirmed(database: Database, filter: FloodFilter): Promise<FloodPeople> {
  const { since, until, source = null, network = null, crowded = null } = filter;
  const rows = await database.query<{ id: EntryId; network: string | null }>(
    `with found as (
       select id, network_mark, count(*) over (partition by network_mark) as together
         from waitlist.entries
        where state = 'joined' and confirmed_at is null and joined_at >= $1 and joined_at < coalesce($2, 'infinity'::timestamptz)
          and ($3::text is null or source = $3) and ($4::text is null or network_mark = $4)
     )
     select id::text, network_mark as network from found
      where $5::integer is null or (network_mark is not null and together >= $5)
      order by id`,
    [since.toISOString(), until?.toISOString() ?? null, source, network, crowded],
  );
  const ids = rows.map(({ id }) => id);
  const networks = [...Map.groupBy(rows, (row) => row.network)]
    .map(([mark, people]) => ({ network: mark, count: people.length }))
    .toSorted((a, b) => b.count - a.count);
  const step = Math.max(1, Math.floor(ids.length / peopleShown));
  const some = ids.filter((_, index) => index % step === 0).slice(0, peopleShown);
  const sample = await database.query<FloodPeople['sample'][number]>(
    `select email, source, waitlist.iso(joined_at) as joined_at, network_mark as network
       from waitlist.entries as entries where id = any ($1::bigint[]) order by id`,
    [some],
  );
  return { ids, networks, sample };
}

/** The people with certain addresses, and how many of these addresses are nobody's. */
export interface FoundAddresses {
  ids: EntryId[];
  unknown: number;
}

/** Finds the people with these addresses, in any spelling. @throws DatabaseUnavailable */
export function findAddresses(database: Database, addresses: string[]): Promise<FoundAddresses> {
  return queryOne<FoundAddresses>(
    database,
    // What is no address has no canonical form: each counts by its position.
    `with typed as materialized (
       select distinct coalesce(given.canonical, given.position::text) as canonical
         from unnest((waitlist.tidy_addresses($1::text[], null)).canonicals) with ordinality as given (canonical, position)
     )
     select coalesce(array_agg(entry.id::text order by entry.id) filter (where entry.id is not null), '{}') as ids,
            (count(*) filter (where entry.id is null))::int as unknown
       from typed left join waitlist.entries as entry on entry.canonical = typed.canonical`,
    [addresses.map(storableEmail)],
  );
}

/** An embedded database answers nobody else for some hundredths of a second while it erases this many. */
const batchSize = 1000;

/**
 * Erases people, a batch after the other.
 * @param which `unconfirmed` spares people who have confirmed, or have left, since the ids were found: without their entry an import
 *   would bring back a person who left
 * @param onErased called with how many of them have been done so far
 * @returns how many were erased
 * @throws DatabaseUnavailable
 */
export async function eraseMany(
  database: Database,
  ids: EntryId[],
  which: 'all' | 'unconfirmed',
  onErased: (done: number) => void,
): Promise<number> {
  let erased = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    erased += await eraseBatch(database, batch, which, 'person erase');
    onErased(start + batch.length);
    await yieldToEvents();
  }
  return erased;
}

/**
 * Erases people in one transaction. Each is in the audit, so those of a run that is stopped are too.
 * @param action for the audit
 * @returns how many were erased
 * @throws DatabaseUnavailable
 */
export async function eraseBatch(
  database: Database,
  ids: EntryId[],
  which: 'all' | 'unconfirmed',
  action: ErasureAction,
): Promise<number> {
  const { erased } = await queryOne<{ erased: number }>(
    database,
    `select waitlist.erase_entries(array(
       select id from waitlist.entries
        where id = any ($2::bigint[]) and ($3 = 'all' or (state = 'joined' and confirmed_at is null))
          for update), $1) as erased`,
    [action, ids, which],
  );
  return erased;
}

/** The people whom `eraseEverybody` would erase. */
export interface Everybody {
  entries: number;
  /** The newest of them: people who join after the count are not erased. */
  lastId: EntryId;
  /** ISO 8601 days, UTC; null for an empty list. */
  firstJoined: string | null;
  lastJoined: string | null;
}

/** @throws DatabaseUnavailable */
export function countEverybody(database: Database): Promise<Everybody> {
  return queryOne<Everybody>(
    database,
    `select count(*)::int as entries, coalesce(max(id), 0)::text as "lastId",
            waitlist.iso_day(min(joined_at)) as "firstJoined", waitlist.iso_day(max(joined_at)) as "lastJoined"
       from waitlist.entries`,
  );
}

/**
 * Erases those who were counted; returns how many. Each batch is in the audit, so that those of a run that fails or is stopped
 * are too. @throws DatabaseUnavailable
 */
export async function eraseEverybody(database: Database, { lastId }: Everybody): Promise<number> {
  let erased = 0;
  for (;;) {
    const people = await database.query<{ id: EntryId }>(
      'select id::text from waitlist.entries where id <= $1::bigint order by id limit $2',
      [lastId, batchSize],
    );
    if (people.length === 0) return erased;
    const ids = people.map(({ id }) => id);
    erased += await eraseBatch(database, ids, 'all', 'erase-expired');
    await yieldToEvents();
  }
}
