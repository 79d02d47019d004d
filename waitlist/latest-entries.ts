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
}

/** Those who joined last, newest first. @throws DatabaseUnavailable */
export function latestEntries(
  database: Database,
  { source, state }: Filter,
  limit: number,
): Promise<LatestEntry[]> {
  return database.query<LatestEntry>(
    `select email, source, state, to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as joined_at
       from waitlist.entries as entries
      where ($1::text is null or source = $1) and ($2::text is null or state = $2)
      order by entries.id desc
      limit $3`,
    [source ?? null, state ?? null, limit],
  );
}
