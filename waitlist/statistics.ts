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
 * How many are on the list, counted in one statement and so at one moment. A million on an embedded list takes 0.6 s of processor time.
 * @throws DatabaseUnavailable
 */
export async function countEntries(database: Database): Promise<EntryCounts> {
  const rows = await database.query<Row>('select * from waitlist.count_entries()');
  const sum = (field: Exclude<keyof Row, 'day' | 'source'>) =>
    rows.reduce((total, row) => total + row[field], 0);
  // Without sources or days whose people have all left.
  const counted = rows
    .map(({ joined, ...row }) => ({ ...row, entries: joined }))
    .filter((row) => row.entries > 0);
  return {
    total: sum('joined'),
    confirmed: sum('confirmed'),
    left: sum('departed'),
    joinedLast24Hours: sum('last_24_hours'),
    joinedLast7Days: sum('last_7_days'),
    duringFlood: sum('during_flood'),
    bySource: grouped(counted, 'source')
      .sort((a, b) => b.entries - a.entries || a.name.localeCompare(b.name))
      .map(({ name, entries }) => ({ source: name, entries })),
    byDay: grouped(counted, 'day')
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ name, entries }) => ({ day: name, entries })),
  };
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
  const sum = (some: ReportRow[]) => some.reduce((total, { entries }) => total + entries, 0);
  return {
    joined: sum(rows),
    confirmed: rows.reduce((total, { confirmed }) => total + confirmed, 0),
    left: sum(rows.filter(({ state }) => state === 'left')),
    byDay: grouped(rows, 'day').sort((one, other) => one.name.localeCompare(other.name)),
    bySource: grouped(rows, 'source').sort((one, other) => other.entries - one.entries),
    byHour: hours.map((name) => ({ name, entries: byHour.get(name) ?? 0 })),
  };
}

function grouped<Field extends string>(
  rows: ({ entries: number } & Record<Field, string>)[],
  field: Field,
): Group[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[field], (sums.get(row[field]) ?? 0) + row.entries);
  return [...sums].map(([name, entries]) => ({ name, entries }));
}
