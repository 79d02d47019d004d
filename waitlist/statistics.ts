import type { Database } from '../database/database.ts';

type Figure = 'ever' | 'joined' | 'confirmed' | 'last_24_hours' | 'last_7_days';
/** Who joined in one hour and from one source; `ever` are those who have left too. */
type Row = Record<'day' | 'hour' | 'source', string> & Record<Figure, number>;

/** Counted in one statement and so at one moment. A million take 1.7 s on an embedded list, 0.8 s on PostgreSQL (2026-11-25). */
const countByHour = (database: Database, timeZone: string) =>
  database.query<Row>('select * from waitlist.count_entries($1)', [timeZone]);

export type EntryCounts = Awaited<ReturnType<typeof countEntries>>;

/** How many are on the list, without sources and days whose people have all left. @throws DatabaseUnavailable */
export async function countEntries(database: Database) {
  const rows = await countByHour(database, 'UTC');
  const onList = rows.filter(({ joined }) => joined > 0);
  return {
    /** On the list now. */
    total: sum(rows, 'joined'),
    /** Of them, those whose mailbox has confirmed. */
    confirmed: sum(rows, 'confirmed'),
    left: sum(rows, 'ever') - sum(rows, 'joined'),
    /** Of those on the list. */
    joinedLast24Hours: sum(rows, 'last_24_hours'),
    joinedLast7Days: sum(rows, 'last_7_days'),
    /** Most first. */
    bySource: mostFirst(onList, 'joined').map(({ name, entries }) => ({ source: name, entries })),
    /** Oldest first; days in UTC, those without a join left out. */
    byDay: oldestFirst(onList, 'joined').map(({ name, entries }) => ({ day: name, entries })),
  };
}

/** From joining to confirming: of everyone who ever joined, whether they are on the list still or have left. */
export interface Funnel {
  name: string;
  joined: number;
  /** Who were sent the email that asks for it, or of whom nobody knew that they were until they said yes. */
  emailed: number;
  /** Who said yes in it, though they may have left since. */
  confirmed: number;
  left: number;
}

export type Funnels = Awaited<ReturnType<typeof countFunnels>>;

/** An embedded list answers nobody else while it counts so many: 0.1 s (2026-11-26). */
const countedAtOnce = 20_000;

/** Fewer people at one provider are among the others: one of them might be known, and a few say nothing about spam folders. */
const smallestProvider = 10;

/** The funnel of each source and of each mailbox provider, by the domain of the address; most first. @throws DatabaseUnavailable */
export async function countFunnels(database: Database) {
  const rows: (Omit<Funnel, 'name'> & { source: string; domain: string; last: string })[] = [];
  for (let last: string | undefined = '0'; last !== undefined; ) {
    const page: typeof rows = await database.query(
      `with page as (
         select id, source, split_part(email, '@', 2) as domain, state from waitlist.entries
          where id > $1::bigint order by id limit ${countedAtOnce})
       select source, domain, (select max(id) from page)::text as last, count(*)::int as joined,
              count(*) filter (where said_yes or exists (
                select from waitlist.outbox where entry_id = page.id and kind = 'welcome' and outbox.state = 'sent'))::int as emailed,
              count(*) filter (where said_yes)::int as confirmed, count(*) filter (where state = 'left')::int as left
         from page, lateral (select exists (
                select from waitlist.evidence where entry_id = page.id and event = 'confirmed') as said_yes) as answered
        group by source, domain`,
      [last],
    );
    rows.push(...page);
    last = page[0]?.last;
  }
  const people = Map.groupBy(rows, ({ domain }) => domain);
  const isLarge = (domain: string) => sum(people.get(domain) ?? [], 'joined') >= smallestProvider;
  const funnels = (nameOf: (row: (typeof rows)[number]) => string): Funnel[] =>
    [...Map.groupBy(rows, nameOf)]
      .map(([name, some]) => ({
        name,
        joined: sum(some, 'joined'),
        emailed: sum(some, 'emailed'),
        confirmed: sum(some, 'confirmed'),
        left: sum(some, 'left'),
      }))
      .sort((a, b) => b.joined - a.joined || a.name.localeCompare(b.name));
  return {
    funnelBySource: funnels(({ source }) => source),
    funnelByProvider: funnels(({ domain }) => (isLarge(domain) ? domain : 'others')).filter(
      ({ joined }) => joined >= smallestProvider,
    ),
  };
}

export interface Group {
  name: string;
  entries: number;
}

export type ReportFigures = Awaited<ReturnType<typeof reportFigures>>;

/**
 * What a report shows.
 * @param timeZone an IANA name, for the days and hours
 * @throws DatabaseUnavailable; StatementError when there is no such time zone
 */
export async function reportFigures(database: Database, timeZone: string) {
  const rows = await countByHour(database, timeZone);
  const byHour = Map.groupBy(rows, ({ hour }) => hour);
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  return {
    /** Everyone who ever joined and is not erased. */
    joined: sum(rows, 'ever'),
    /** Of those on the list, those whose mailbox has confirmed. */
    confirmed: sum(rows, 'confirmed'),
    left: sum(rows, 'ever') - sum(rows, 'joined'),
    /** Oldest first, days without a join left out. */
    byDay: oldestFirst(rows, 'ever'),
    /** Most first. */
    bySource: mostFirst(rows, 'ever'),
    /** All 24, from 00 on. */
    byHour: hours.map((name) => ({ name, entries: sum(byHour.get(name) ?? [], 'ever') })),
  };
}

const sum = <Key extends string>(rows: Record<Key, number>[], of: Key) =>
  rows.reduce((total, row) => total + row[of], 0);

const grouped = (rows: Row[], field: 'day' | 'source', of: Figure): Group[] =>
  [...Map.groupBy(rows, (row) => row[field])].map(([name, some]) => ({ name, entries: sum(some, of) }));

const mostFirst = (rows: Row[], of: Figure) =>
  grouped(rows, 'source', of).sort((a, b) => b.entries - a.entries || a.name.localeCompare(b.name));

const oldestFirst = (rows: Row[], of: Figure) =>
  grouped(rows, 'day', of).sort((a, b) => a.name.localeCompare(b.name));
