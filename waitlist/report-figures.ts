import type { Database } from '../database/database.ts';

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

interface Row {
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
  const rows = await database.query<Row>(
    `select to_char(local, 'YYYY-MM-DD') as day, to_char(local, 'HH24') as hour, source, state, count(*)::int as entries,
            count(confirmed_at)::int as confirmed
       from (select source, state, confirmed_at, joined_at at time zone $1 as local from waitlist.entries) as entries
      group by 1, 2, 3, 4`,
    [timeZone],
  );
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const byHour = new Map(grouped(rows, 'hour').map(({ name, entries }) => [name, entries]));
  return {
    joined: sum(rows),
    confirmed: rows.reduce((total, { confirmed }) => total + confirmed, 0),
    left: sum(rows.filter(({ state }) => state === 'left')),
    byDay: grouped(rows, 'day').sort((one, other) => one.name.localeCompare(other.name)),
    bySource: grouped(rows, 'source').sort((one, other) => other.entries - one.entries),
    byHour: hours.map((name) => ({ name, entries: byHour.get(name) ?? 0 })),
  };
}

const sum = (rows: Row[]) => rows.reduce((total, { entries }) => total + entries, 0);

function grouped(rows: Row[], field: 'day' | 'hour' | 'source'): Group[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[field], (sums.get(row[field]) ?? 0) + row.entries);
  return [...sums].map(([name, entries]) => ({ name, entries }));
}
