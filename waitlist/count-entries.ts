import type { Database } from '../database/open-database.ts';

export interface EntryCounts {
  /** On the list now. */
  total: number;
  /** Of them, those whose mailbox has confirmed. */
  confirmed: number;
  left: number;
  /** Of those on the list. */
  joinedLast24Hours: number;
  joinedLast7Days: number;
  /** Of those on the list, those that joined while the limit for everyone was nearly used up. */
  duringFlood: number;
  /** Most first. */
  bySource: { source: string; entries: number }[];
  /** Oldest first; days in UTC, those without a join left out. */
  byDay: { day: string; entries: number }[];
}

interface Row {
  state: 'joined' | 'left';
  source: string;
  day: string;
  entries: number;
  confirmed: number;
  last_24_hours: number;
  last_7_days: number;
  during_flood: number;
}

/** Who is on the list, counted in one statement and so at one moment. @throws DatabaseUnavailable */
export async function countEntries(database: Database): Promise<EntryCounts> {
  const rows = await database.query<Row>(
    `select state, source, to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as entries,
            count(*) filter (where confirmed_at is not null)::int as confirmed,
            count(*) filter (where joined_at > now() - interval '24 hours')::int as last_24_hours,
            count(*) filter (where joined_at > now() - interval '7 days')::int as last_7_days,
            count(*) filter (where during_flood)::int as during_flood
       from waitlist.entries
      group by 1, 2, 3`,
  );
  const joined = rows.filter(({ state }) => state === 'joined');
  return {
    total: sum(joined, 'entries'),
    confirmed: sum(joined, 'confirmed'),
    left: sum(rows, 'entries') - sum(joined, 'entries'),
    joinedLast24Hours: sum(joined, 'last_24_hours'),
    joinedLast7Days: sum(joined, 'last_7_days'),
    duringFlood: sum(joined, 'during_flood'),
    bySource: summed(joined, 'source')
      .map(([source, entries]) => ({ source, entries }))
      .sort((a, b) => b.entries - a.entries || a.source.localeCompare(b.source)),
    byDay: summed(joined, 'day')
      .map(([day, entries]) => ({ day, entries }))
      .sort((a, b) => a.day.localeCompare(b.day)),
  };
}

function sum(
  rows: Row[],
  field: 'entries' | 'confirmed' | 'last_24_hours' | 'last_7_days' | 'during_flood',
): number {
  return rows.reduce((total, row) => total + row[field], 0);
}

function summed(rows: Row[], name: 'source' | 'day'): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[name], (sums.get(row[name]) ?? 0) + row.entries);
  return [...sums];
}
