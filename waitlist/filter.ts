/** Which people are meant: all of what is given holds. */
export interface PeopleFilter {
  /** How they heard of us. */
  source: string | null;
  /** When they first joined, in ISO 8601: from then on, and before then. */
  joinedSince: string | null;
  joinedUntil: string | null;
  /** Names of announcements: each of these has reached them, or may have. */
  sent: string[];
  /** None of these has. */
  notSent: string[];
}

export const everybody: PeopleFilter = {
  source: null,
  joinedSince: null,
  joinedUntil: null,
  sent: [],
  notSent: [],
};

/** A `waitlist.filter` in SQL. @param first the number of the first of its five parameters (filterValues) */
export function filterIn(first: number): string {
  const [source, since, until, sent, notSent] = [0, 1, 2, 3, 4].map((index) => `$${first + index}`);
  const ids = (names: string) =>
    `array(select known.id from waitlist.announcements as known where known.name = any (${names}::text[]))`;
  return `row(${source}::text, ${since}::timestamptz, ${until}::timestamptz, ${ids(`${sent}`)}, ${ids(`${notSent}`)})::waitlist.filter`;
}

export const filterValues = ({ source, joinedSince, joinedUntil, sent, notSent }: PeopleFilter) => [
  source,
  joinedSince,
  joinedUntil,
  sent,
  notSent,
];

/** In SQL, a `waitlist.filter` as the JSON of a PeopleFilter. @param filter with the name of its table, such as `known.meant` */
export function filterAsJson(filter: string): string {
  const names = (ids: string) =>
    `array(select other.name from waitlist.announcements as other where other.id = any (${ids}) order by other.id)`;
  const moment = (value: string) => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `json_build_object(
    'source', (${filter}).source,
    'joinedSince', ${moment(`(${filter}).joined_since`)},
    'joinedUntil', ${moment(`(${filter}).joined_until`)},
    'sent', ${names(`(${filter}).sent`)},
    'notSent', ${names(`(${filter}).not_sent`)})`;
}
