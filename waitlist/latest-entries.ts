import type { Database } from '../database/database.ts';

export interface LatestEntry {
  email: string;
  source: string;
  /** ISO 8601, UTC. */
  joined_at: string;
  state: 'joined' | 'left';
}

export interface Filter {
  source?: string | undefined;
  state?: LatestEntry['state'] | undefined;
  /** Only who has confirmed by email. */
  confirmed?: boolean | undefined;
  /** Only who joined while the limit for everyone was nearly used up. */
  flood?: boolean | undefined;
}

/** Those who joined last, newest first. @throws DatabaseUnavailable */
export function latestEntries(
  database: Database,
  { source, state, confirmed = false, flood = false }: Filter,
  limit: number,
): Promise<LatestEntry[]> {
  return database.query<LatestEntry>(
    `select email, source, state, to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as joined_at
       from waitlist.entries as entries
      where ($1::text is null or source = $1) and ($2::text is null or state = $2)
        and (not $4 or confirmed_at is not null) and (not $5 or during_flood)
      order by entries.id desc
      limit $3`,
    [source ?? null, state ?? null, limit, confirmed, flood],
  );
}
