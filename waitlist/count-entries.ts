import type { Database } from '../database/database.ts';

export interface EntryCounts {
  /** On the list now. */
  total: number;
  /** Of them, those whose mailbox has confirmed. */
  confirmed: number;
  left: number;
  /** Of those on the list, in whole minutes: the one in which the period began counts in full. */
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
  day: string;
  source: string;
  joined: number;
  confirmed: number;
  during_flood: number;
  departed: number;
  last_24_hours: number;
  last_7_days: number;
}

/**
 * How many are on the list: the counts that its triggers maintain (decision 47), read in one statement and so at one moment.
 * @throws DatabaseUnavailable
 */
export async function countEntries(database: Database): Promise<EntryCounts> {
  const rows = await database.query<Row>(
    `with lately as materialized (
       select waitlist.joined_since(now() - interval '24 hours') as last_24_hours,
              waitlist.joined_since(now() - interval '7 days') as last_7_days
     )
     select counted.*, lately.* from waitlist.count_entries() as counted, lately`,
  );
  return {
    total: sum(rows, 'joined'),
    confirmed: sum(rows, 'confirmed'),
    left: sum(rows, 'departed'),
    joinedLast24Hours: rows[0]?.last_24_hours ?? 0,
    joinedLast7Days: rows[0]?.last_7_days ?? 0,
    duringFlood: sum(rows, 'during_flood'),
    bySource: summed(rows, 'source')
      .map(([source, entries]) => ({ source, entries }))
      .sort((a, b) => b.entries - a.entries || a.source.localeCompare(b.source)),
    byDay: summed(rows, 'day')
      .map(([day, entries]) => ({ day, entries }))
      .sort((a, b) => a.day.localeCompare(b.day)),
  };
}

function sum(rows: Row[], field: 'joined' | 'confirmed' | 'departed' | 'during_flood'): number {
  return rows.reduce((total, row) => total + row[field], 0);
}

/** Leaves out sources or days whose people have all left. */
function summed(rows: Row[], name: 'source' | 'day'): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[name], (sums.get(row[name]) ?? 0) + row.joined);
  return [...sums].filter(([, joined]) => joined > 0);
}
