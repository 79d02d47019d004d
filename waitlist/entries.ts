import type { Database } from '../database/database.ts';

/** In SQL, a moment in ISO 8601, UTC. */
export const isoOf = (moment: string, seconds = 'SS') =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:${seconds}"Z"')`;

/** One person on the list, with the names of an export. */
export interface ListedEntry {
  email: string;
  source: string;
  /** When the address first joined, in ISO 8601, UTC. */
  joined_at: string;
  consent_wording: string;
  /** When the mailbox answered; null before. */
  confirmed_at: string | null;
}

/** In the order in which they are written. */
export const exportColumns: (keyof ListedEntry)[] = [
  'email',
  'source',
  'joined_at',
  'consent_wording',
  'confirmed_at',
];

interface Row extends ListedEntry {
  id: string;
  state: 'joined' | 'left';
}

export interface LatestEntry extends Pick<Row, 'email' | 'source' | 'joined_at' | 'state'> {
  /** A mark of the network from which they joined, until they confirm: those of one network and day have the same. */
  network: string | null;
}

export interface Filter {
  source?: string | undefined;
  state?: LatestEntry['state'] | undefined;
  /** Only who has confirmed by email. */
  confirmed?: boolean | undefined;
  /** Only who joined from the network with this mark, and has not confirmed. */
  network?: string | undefined;
}

/** Those who joined last, newest first. @throws DatabaseUnavailable */
export function latestEntries(database: Database, filter: Filter, limit: number) {
  const { source = null, state = null, confirmed = false, network = null } = filter;
  return database.query<LatestEntry>(
    `select email, source, state, network_mark as network, ${isoOf('joined_at')} as joined_at
       from waitlist.entries as entries
      where ($1::text is null or source = $1) and ($2::text is null or state = $2)
        and (not $4 or confirmed_at is not null) and ($5::text is null or network_mark = $5)
      order by entries.id desc
      limit $3`,
    [source, state, limit, confirmed, network],
  );
}

/** Rows. 50,000 at once blocked the embedded server for a fifth of a second, this many for a few milliseconds. */
const pageSize = 2000;

/**
 * Pages of everyone on the list, oldest first, without those who left: they are left out here, because in the statement
 * PostgreSQL without statistics (an embedded list has none) expects few to be on the list, and sorts all of it for each page.
 * @param chosen only who has joined since then, or has confirmed
 * @throws DatabaseUnavailable
 */
export async function* listEntries(
  database: Database,
  { since = new Date(0), confirmed }: { since?: Date | undefined; confirmed?: boolean | undefined } = {},
): AsyncGenerator<ListedEntry[]> {
  let rows: Row[];
  let last = '0';
  do {
    rows = await database.query<Row>(
      `select id::text, state, email, source, ${isoOf('joined_at', 'SS.MS')} as joined_at, consent_wording,
              ${isoOf('confirmed_at', 'SS.MS')} as confirmed_at
         from waitlist.entries as entries
        where entries.id > $1::bigint
        order by entries.id
        limit ${pageSize}`,
      [last],
    );
    const page = rows
      .filter(({ state, confirmed_at }) => state === 'joined' && (!confirmed || confirmed_at))
      .filter(({ joined_at }) => joined_at >= since.toISOString())
      .map(({ id: _, state: __, ...listed }) => listed);
    if (page.length > 0) yield page;
    last = rows.at(-1)?.id ?? last;
  } while (rows.length === pageSize);
}
