import type { Database } from '../database/database.ts';

/** One person on the list, in the order and with the names of an export. */
export interface ListedEntry {
  email: string;
  source: string;
  /** When the address first joined, in ISO 8601, UTC. */
  joined_at: string;
  consent_wording: string;
  /** When the mailbox answered; null before. */
  confirmed_at: string | null;
}

interface Row extends ListedEntry {
  id: string;
  state: 'joined' | 'left';
}

/** What is left out beside those who left. */
export interface Choice {
  /** Who first joined earlier. */
  since?: Date | undefined;
  /** Who has not confirmed. */
  confirmed?: boolean | undefined;
}

/** Rows. 50,000 at once blocked the embedded server for a fifth of a second, this many for a few milliseconds. */
const pageSize = 2000;

/**
 * Pages of everyone on the list, oldest first, without those who left. They are left out here and not in the statement: where
 * there are no statistics (an embedded list never has any) PostgreSQL expects few rows to be on the list, and sorts all the
 * rest of it for each page.
 * @throws DatabaseUnavailable
 */
export async function* listEntries(
  database: Database,
  { since = new Date(0), confirmed = false }: Choice = {},
): AsyncGenerator<ListedEntry[]> {
  const earliest = since.toISOString();
  let last = '0';
  for (;;) {
    const rows = await database.query<Row>(
      `select id::text, state, email, source, consent_wording,
              to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as joined_at,
              to_char(confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as confirmed_at
         from waitlist.entries as entries
        where entries.id > $1::bigint
        order by entries.id
        limit ${pageSize}`,
      [last],
    );
    const joined = rows.filter(
      ({ state, joined_at, confirmed_at }) =>
        state === 'joined' && joined_at >= earliest && (!confirmed || confirmed_at !== null),
    );
    if (joined.length > 0) yield joined.map(listed);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < pageSize) return;
  }
}

function listed({ email, source, joined_at, consent_wording, confirmed_at }: Row): ListedEntry {
  return { email, source, joined_at, consent_wording, confirmed_at };
}
