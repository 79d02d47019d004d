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

export interface Group {
  name: string;
  entries: number;
}

export interface ReportFigures {
  /** Everyone who ever joined and is not erased. */
  joined: number;
  /** Of those on the list, those whose mailbox has confirmed. */
  confirmed: number;
  left: number;
  /** Oldest first, days without a join left out. */
  byDay: Group[];
  /** Most first. */
  bySource: Group[];
  /** All 24, from 00 on. */
  byHour: Group[];
}

interface ReportRow {
  day: string;
  hour: string;
  source: string;
  state: 'joined' | 'left';
  entries: number;
  confirmed: number;
}

/**
 * What a report shows, counted in one statement and so at one moment.
 * @param timeZone an IANA name, for the days and hours
 * @throws DatabaseUnavailable; StatementError when there is no such time zone
 */
export async function reportFigures(database: Database, timeZone: string): Promise<ReportFigures> {
  const rows = await database.query<ReportRow>(
    `select to_char(local, 'YYYY-MM-DD') as day, to_char(local, 'HH24') as hour, source, state, count(*)::int as entries,
            count(confirmed_at)::int as confirmed
       from (select source, state, confirmed_at, joined_at at time zone $1 as local from waitlist.entries) as entries
      group by 1, 2, 3, 4`,
    [timeZone],
  );
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const byHour = new Map(grouped(rows, 'hour').map(({ name, entries }) => [name, entries]));
  return {
    joined: sumOfEntries(rows),
    confirmed: rows.reduce((total, { confirmed }) => total + confirmed, 0),
    left: sumOfEntries(rows.filter(({ state }) => state === 'left')),
    byDay: grouped(rows, 'day').sort((one, other) => one.name.localeCompare(other.name)),
    bySource: grouped(rows, 'source').sort((one, other) => other.entries - one.entries),
    byHour: hours.map((name) => ({ name, entries: byHour.get(name) ?? 0 })),
  };
}

const sumOfEntries = (rows: ReportRow[]) => rows.reduce((total, { entries }) => total + entries, 0);

function grouped(rows: ReportRow[], field: 'day' | 'hour' | 'source'): Group[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[field], (sums.get(row[field]) ?? 0) + row.entries);
  return [...sums].map(([name, entries]) => ({ name, entries }));
}
