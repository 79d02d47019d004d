import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import type { Standing } from './entries.ts';
import { pages, pagesOfOneRow } from './pages.ts';

/**
 * Where everybody stands who ever joined.
 * `onList` is confirmed + unanswered + unreachable; `joined` is onList + left + notMe + complained + erased.
 */
interface Standings {
  joined: number;
  onList: number;
  confirmed: number;
  /** Those who confirmed after a reminder. */
  afterReminder: number;
  /** On the list, and has not answered yet. */
  unanswered: number;
  /** On the list, but no email goes there, even if they have answered. */
  unreachable: number;
  left: number;
  /** Said that it was not them: erased at once. */
  notMe: number;
  /** Marked an email as spam, which takes them off the list. */
  complained: number;
  /** Erased otherwise; with entries that became one with another of the same person. */
  erased: number;
}

/** Those who share something, such as a source. `joined` is confirmed + unanswered + unreachable + gone. */
export interface Group {
  name: string;
  joined: number;
  /** Were sent the email that asks for a yes, or have answered it. */
  emailed: number;
  confirmed: number;
  unanswered: number;
  unreachable: number;
  /** Left or complained. Only the number of the erased people is known, so they are in no group. */
  gone: number;
}

export interface Figures extends Standings {
  /** Those on the list who joined lately. */
  joinedLast24Hours: number;
  joinedLast7Days: number;
  /** Most first. */
  bySource: Group[];
  /** By the domain of the address, most first. The last is `others`: providers of fewer than ten people. */
  byProvider: Group[];
  /** Oldest first, as `2026-11-28`; days without a join left out. */
  byDay: Group[];
  /** All 24, from `00` on. */
  byHour: Group[];
}

/** The names of the figures. */
export const figureFields = [
  'joined',
  'onList',
  'confirmed',
  'afterReminder',
  'unanswered',
  'unreachable',
  'left',
  'notMe',
  'complained',
  'erased',
  'joinedLast24Hours',
  'joinedLast7Days',
  'bySource',
  'byProvider',
  'byDay',
  'byHour',
] as const satisfies readonly (keyof Figures)[];

interface Row extends Record<'day' | 'hour' | 'source' | 'domain', string> {
  standing: Standing;
  count: number;
  emailed: number;
  afterReminder: number;
  last24Hours: number;
  last7Days: number;
  pageEnd: string;
}

/** An embedded list answers nobody else while it counts this many: 0.03 s (2026-11-28). */
const countedAtOnce = 2000;

/** In a smaller group one person might be recognised, and it says nothing about spam folders. */
const smallestProvider = 10;

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/**
 * Counts everybody. All figures that a founder sees are from here, so that they agree.
 * @param timeZone an IANA name, for the days and hours
 * @throws DatabaseUnavailable; StatementError when there is no such time zone
 */
export async function countPeople(database: Database, timeZone = 'UTC'): Promise<Figures> {
  const rows: Row[] = [];
  const counted = pages<Row>(
    database,
    `select day, hour, source, domain, standing, count, emailed, after_reminder as "afterReminder", last_24_hours as "last24Hours",
            last_7_days as "last7Days", page_end::text as "pageEnd"
       from waitlist.count_people($1, $2::bigint, ${countedAtOnce})`,
    (after) => [timeZone, after],
  );
  for await (const page of counted) rows.push(...page);
  const { notMe, erased } = await queryOne<{ notMe: number; erased: number }>(
    database,
    `select coalesce(sum(entries) filter (where action = 'not-me'), 0)::int as "notMe",
            coalesce(sum(entries) filter (where action <> 'not-me'), 0)::int as erased
       from waitlist.audit where is_erasure`,
  );
  const { confirmed, unanswered, unreachable, gone } = groupOf('', rows);
  const complained = sum(standingAt(rows, 'complained'), 'count');
  const onList = confirmed + unanswered + unreachable;
  const present = rows.filter(({ standing }) => standing !== 'left' && standing !== 'complained');
  const byHour = Map.groupBy(rows, ({ hour }) => hour);
  const byDomain = Map.groupBy(rows, ({ domain }) => domain);
  const providerOf = ({ domain }: Row) =>
    sum(byDomain.get(domain) ?? [], 'count') < smallestProvider ? 'others' : domain;
  const byProvider = mostFirst(grouped(rows, providerOf));
  return {
    joined: onList + gone + notMe + erased,
    onList,
    confirmed,
    afterReminder: sum(rows, 'afterReminder'),
    unanswered,
    unreachable,
    left: gone - complained,
    notMe,
    complained,
    erased,
    joinedLast24Hours: sum(present, 'last24Hours'),
    joinedLast7Days: sum(present, 'last7Days'),
    bySource: mostFirst(grouped(rows, ({ source }) => source)),
    byProvider: [
      ...byProvider.filter(({ name }) => name !== 'others'),
      ...byProvider.filter(({ name }) => name === 'others'),
    ],
    byDay: grouped(rows, ({ day }) => day).sort((a, b) => a.name.localeCompare(b.name)),
    byHour: hours.map((hour) => groupOf(hour, byHour.get(hour) ?? [])),
  };
}

/** What happened in a time. Each person who joined, confirmed or went is in one of these for it. */
export type ListChanges = Record<
  'joined' | 'confirmed' | 'left' | 'notMe' | 'complained' | 'unreachable' | 'erased',
  number
>;

/**
 * Counts what happened after a moment and up to another. A confirmation after a change of address is not counted again.
 * Where people stand is asked of waitlist.standings, as for all figures: an address that is suppressed and not on the list, such as
 * one of a file of suppressions, changes nothing.
 * @param since ISO 8601, as `until`
 * @throws DatabaseUnavailable
 */
export async function countListChanges(
  database: Database,
  since: string,
  until: string,
): Promise<ListChanges> {
  const { mayBeUnreachable, ...counted } = await queryOne<
    Omit<ListChanges, 'unreachable'> & { mayBeUnreachable: boolean }
  >(
    database,
    `with period as materialized (
       select tstzrange($1::timestamptz, $2::timestamptz, '(]') as times
     ), decided as materialized (
       select entry_id, event, via, at from waitlist.evidence, period where at <@ times and event in ('confirmed', 'withdrew')
     ), erased as materialized (
       select action, entries from waitlist.audit, period where is_erasure and done_at <@ times
     )
     select (select count(*) from waitlist.entries, period where joined_at <@ times)::int as joined,
            (select count(*) from decided
              where event = 'confirmed' and not exists (
                select from waitlist.evidence as earlier
                 where earlier.entry_id = decided.entry_id and earlier.event = 'confirmed' and earlier.at < decided.at))::int as confirmed,
            (select count(*) from decided where event = 'withdrew' and via <> 'complaint')::int as left,
            (select count(*) from decided where event = 'withdrew' and via = 'complaint')::int as complained,
            (select coalesce(sum(entries), 0) from erased where action = 'not-me')::int as "notMe",
            (select coalesce(sum(entries), 0) from erased where action <> 'not-me')::int as erased,
            exists (select from waitlist.suppressions, period where reason is not null and noted_at <@ times) as "mayBeUnreachable"`,
    [since, until],
  );
  const unreachable = mayBeUnreachable ? await countNewlyUnreachable(database, since, until) : 0;
  return { ...counted, unreachable };
}

/** How many people on the list stopped getting emails, after a moment and up to another. */
async function countNewlyUnreachable(database: Database, since: string, until: string): Promise<number> {
  let count = 0;
  const counted = pagesOfOneRow<{ count: number; pageEnd: string | null }>(
    database,
    `select count, page_end::text as "pageEnd"
       from waitlist.count_newly_unreachable($1::timestamptz, $2::timestamptz, $3::bigint, ${countedAtOnce})`,
    (after) => [since, until, after],
  );
  for await (const page of counted) count += page.count;
  return count;
}

const standingAt = (rows: Row[], ...standings: Standing[]) =>
  rows.filter(({ standing }) => standings.includes(standing));

const sum = (rows: Row[], field: 'count' | 'emailed' | 'afterReminder' | 'last24Hours' | 'last7Days') =>
  rows.reduce((total, row) => total + row[field], 0);

const groupOf = (name: string, rows: Row[]): Group => ({
  name,
  joined: sum(rows, 'count'),
  emailed: sum(rows, 'emailed'),
  confirmed: sum(standingAt(rows, 'confirmed'), 'count'),
  unanswered: sum(standingAt(rows, 'unanswered'), 'count'),
  unreachable: sum(standingAt(rows, 'unreachable'), 'count'),
  gone: sum(standingAt(rows, 'left', 'complained'), 'count'),
});

const grouped = (rows: Row[], nameOf: (row: Row) => string): Group[] =>
  [...Map.groupBy(rows, nameOf)].map(([name, some]) => groupOf(name, some));

const mostFirst = (groups: Group[]) =>
  groups.sort((a, b) => b.joined - a.joined || a.name.localeCompare(b.name));
