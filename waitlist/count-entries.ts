import type { Database } from '../database/open-database.ts';

export interface EntryCounts {
  total: number;
  /** Of them, those that joined while the limit for everyone was nearly used up. */
  duringFlood: number;
  /** Most first. */
  bySource: { source: string; entries: number }[];
  /** Oldest first; days in UTC, those without a join left out. */
  byDay: { day: string; entries: number }[];
}

/** Who is on the list, counted in one statement and so at one moment. @throws DatabaseUnavailable */
export async function countEntries(database: Database): Promise<EntryCounts> {
  const rows = await database.query<{ source: string; day: string; entries: number; during_flood: number }>(
    `select source, to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as entries,
            count(*) filter (where during_flood)::int as during_flood
       from waitlist.entries
      where state = 'joined'
      group by 1, 2`,
  );
  return {
    total: rows.reduce((sum, { entries }) => sum + entries, 0),
    duringFlood: rows.reduce((sum, { during_flood }) => sum + during_flood, 0),
    bySource: summed(rows, 'source')
      .map(([source, entries]) => ({ source, entries }))
      .sort((a, b) => b.entries - a.entries || a.source.localeCompare(b.source)),
    byDay: summed(rows, 'day')
      .map(([day, entries]) => ({ day, entries }))
      .sort((a, b) => a.day.localeCompare(b.day)),
  };
}

function summed<Name extends 'source' | 'day'>(
  rows: (Record<Name, string> & { entries: number })[],
  name: Name,
): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[name], (sums.get(row[name]) ?? 0) + row.entries);
  return [...sums];
}
