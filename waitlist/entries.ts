import type { Database } from '../database/database.ts';
import { everybody, filterIn, filterValues, type PeopleFilter } from './filter.ts';

/** In SQL, a moment in ISO 8601, UTC. */
export const isoOf = (moment: string, seconds = 'SS') =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:${seconds}"Z"')`;

/** Where somebody stands: waitlist.standings says what each means. */
export const standings = ['confirmed', 'asked', 'unreachable', 'left', 'complained'] as const;
export type Standing = (typeof standings)[number];

const onList: Standing[] = ['confirmed', 'asked', 'unreachable'];

/** A person, with the names of an export. */
export interface ListedEntry {
  email: string;
  source: string;
  /** When the address first joined, in ISO 8601, UTC. */
  joined_at: string;
  consent_wording: string;
  /** When the mailbox answered; null before. */
  confirmed_at: string | null;
  standing: Standing;
  /** A mark of the network from which they joined, until they confirm: those of one network and day have the same. */
  network: string | null;
}

/** In the order in which they are written. */
export const exportColumns: (keyof ListedEntry)[] = [
  'email',
  'source',
  'joined_at',
  'consent_wording',
  'confirmed_at',
];

export interface Listed {
  /** Which people are meant. */
  meant?: PeopleFilter | undefined;
  /** Only who stands there. */
  standing?: Standing | undefined;
  /** Only who joined from the network with this mark, and has not confirmed. */
  network?: string | undefined;
}

/** People looked through at once. 50,000 blocked the embedded server for a fifth of a second, this many for some milliseconds. */
const pageSize = 2000;

/** Pages of those who are meant, by the order of joining. @throws DatabaseUnavailable */
async function* pagesOf(
  database: Database,
  { meant = everybody, standing, network }: Listed,
  allowed: readonly Standing[],
  order: 'asc' | 'desc',
): AsyncGenerator<ListedEntry[]> {
  const wanted = standing ? [standing] : allowed;
  const isForward = order === 'asc';
  let reached: string | undefined = isForward ? '0' : '9223372036854775807';
  while (reached !== undefined) {
    const [page]: { reached: string | null; people: ListedEntry[] }[] = await database.query(
      `with page as materialized (
         select * from waitlist.entries where id ${isForward ? '>' : '<'} $1::bigint order by id ${order} limit ${pageSize}
       ), meant as (
         select page.id, email, source, ${isoOf('joined_at', 'SS.MS')} as joined_at, consent_wording,
                ${isoOf('confirmed_at', 'SS.MS')} as confirmed_at, standing, network_mark as network
           from page join waitlist.standings(array(select id from page), ${filterIn(4)}) as known on known.id = page.id
          where standing = any ($2) and ($3::text is null or network_mark = $3)
       )
       select (select ${isForward ? 'max' : 'min'}(id)::text from page) as reached,
              (select coalesce(json_agg(to_jsonb(meant) - 'id' order by id ${order}), '[]') from meant) as people`,
      [reached, wanted, network ?? null, ...filterValues(meant)],
    );
    if (page && page.people.length > 0) yield page.people;
    reached = page?.reached ?? undefined;
  }
}

/** Those who joined last, newest first. @throws DatabaseUnavailable */
export async function latestEntries(
  database: Database,
  listed: Listed,
  limit: number,
): Promise<ListedEntry[]> {
  const found: ListedEntry[] = [];
  for await (const page of pagesOf(database, listed, standings, 'desc')) {
    found.push(...page.slice(0, limit - found.length));
    if (found.length === limit) break;
  }
  return found;
}

/** Pages of everyone on the list, oldest first. @throws DatabaseUnavailable */
export const listEntries = (database: Database, listed: Listed = {}): AsyncGenerator<ListedEntry[]> =>
  pagesOf(database, listed, onList, 'asc');
