import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { everybody, type PeopleFilter } from './filter.ts';
import { pagesOfOneRow } from './pages.ts';

/** Where somebody stands: waitlist.standings says what each means. */
export const standings = ['confirmed', 'unanswered', 'unreachable', 'left', 'complained'] as const;
export type Standing = (typeof standings)[number];

const onList: Standing[] = ['confirmed', 'unanswered', 'unreachable'];

/** A person, with the names that an export uses. A CSV has other names (csvName). */
export interface ListedEntry {
  email: string;
  source: string;
  /** When the address first joined, in ISO 8601, UTC. */
  joinedAt: string;
  consentWording: string;
  /** When the mailbox answered; null before. */
  confirmedAt: string | null;
  standing: Standing;
  /** A mark of the network from which they joined, until they confirm: those of one network and day have the same. */
  network: string | null;
}

/** In the order in which they are written. */
export const exportColumns: (keyof ListedEntry)[] = [
  'email',
  'source',
  'joinedAt',
  'consentWording',
  'confirmedAt',
];

/** The name of such a column in a CSV, which is its name in the table too: `joined_at`. */
export const csvName = (column: string): string =>
  column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The number of an entry. Outside SQL it is text: a bigint does not survive as a number. */
export type EntryId = string;

export interface ListSelection {
  /** Which people. */
  peopleFilter?: PeopleFilter | undefined;
  /** Only people with this standing. */
  standing?: Standing | undefined;
  /** Only people who joined from the network with this mark, and have not confirmed. */
  network?: string | undefined;
}

/** People looked through at once. 50,000 blocked the embedded server for a fifth of a second, this many for some milliseconds. */
const pageSize = 2000;

interface Page {
  people: ListedEntry[];
  /** The id at its end; null where there are no further people. */
  pageEnd: string | null;
}

/** The people who are wanted on the next page after the entry $1, forward in the order of joining or backward. */
const nextPage = `
  with page as materialized (
    (select * from waitlist.entries where $2::boolean and id > $1::bigint order by id limit ${pageSize})
    union all
    (select * from waitlist.entries where not $2::boolean and id < $1::bigint order by id desc limit ${pageSize})
  ), wanted as (
    select page.id, email, source, waitlist.iso(joined_at, 'SS.MS') as "joinedAt", consent_wording as "consentWording",
           waitlist.iso(confirmed_at, 'SS.MS') as "confirmedAt", standing, network_mark as network,
           case when $2::boolean then page.id else -page.id end as position
      from page
      join waitlist.standings(array(select id from page), waitlist.filter_from($3::jsonb)) as standings on standings.id = page.id
     where standing = any ($4) and ($5::text is null or network_mark = $5)
  )
  select (select case when $2::boolean then max(id) else min(id) end from page)::text as "pageEnd",
         (select coalesce(json_agg(to_jsonb(wanted) - 'id' - 'position' order by position), '[]') from wanted) as people`;

/** Larger than any id. */
const afterTheLast = '9223372036854775807';

/** Pages of the people who are wanted. @throws DatabaseUnavailable */
async function* entryPages(
  database: Database,
  { peopleFilter = everybody, standing, network }: ListSelection,
  allowed: readonly Standing[],
  order: 'oldest first' | 'newest first',
): AsyncGenerator<ListedEntry[]> {
  const isForward = order === 'oldest first';
  const wanted = standing ? [standing] : allowed;
  const found = pagesOfOneRow<Page>(
    database,
    nextPage,
    (after) => [after, isForward, JSON.stringify(peopleFilter), wanted, network ?? null],
    isForward ? '0' : afterTheLast,
  );
  for await (const { people } of found) if (people.length > 0) yield people;
}

/** The people who joined last, newest first. @throws DatabaseUnavailable */
export async function latestEntries(
  database: Database,
  selection: ListSelection,
  limit: number,
): Promise<ListedEntry[]> {
  const found: ListedEntry[] = [];
  for await (const page of entryPages(database, selection, standings, 'newest first')) {
    found.push(...page.slice(0, limit - found.length));
    if (found.length === limit) break;
  }
  return found;
}

/** Pages of everyone on the list, oldest first. @throws DatabaseUnavailable */
export const listEntries = (
  database: Database,
  selection: ListSelection = {},
): AsyncGenerator<ListedEntry[]> => entryPages(database, selection, onList, 'oldest first');

/** How many people are on the list, with those who have left. @throws DatabaseUnavailable */
export async function countEntries(database: Database): Promise<number> {
  const { entries } = await queryOne<{ entries: number }>(
    database,
    'select count(*)::int as entries from waitlist.entries',
  );
  return entries;
}
