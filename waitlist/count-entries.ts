import type { Database } from '../database/database.ts';

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
 * How many are on the list, counted in one statement and so at one moment. A million takes under three seconds.
 * @throws DatabaseUnavailable
 */
export async function countEntries(database: Database): Promise<EntryCounts> {
  const rows = await database.query<Row>('select * from waitlist.count_entries()');
  return {
    total: sum(rows, 'joined'),
    confirmed: sum(rows, 'confirmed'),
    left: sum(rows, 'departed'),
    joinedLast24Hours: sum(rows, 'last_24_hours'),
    joinedLast7Days: sum(rows, 'last_7_days'),
    duringFlood: sum(rows, 'during_flood'),
    bySource: summed(rows, 'source')
      .map(([source, entries]) => ({ source, entries }))
      .sort((a, b) => b.entries - a.entries || a.source.localeCompare(b.source)),
    byDay: summed(rows, 'day')
      .map(([day, entries]) => ({ day, entries }))
      .sort((a, b) => a.day.localeCompare(b.day)),
  };
}

function sum(rows: Row[], field: Exclude<keyof Row, 'day' | 'source'>): number {
  return rows.reduce((total, row) => total + row[field], 0);
}

/** Leaves out sources or days whose people have all left. */
function summed(rows: Row[], name: 'source' | 'day'): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[name], (sums.get(row[name]) ?? 0) + row.joined);
  return [...sums].filter(([, joined]) => joined > 0);
}
