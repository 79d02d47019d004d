import type { Database } from '../database/database.ts';
import type { PeopleFilter } from '../waitlist/filter.ts';
import { pagesOfOneRow } from '../waitlist/pages.ts';

export interface Audience {
  /** Also those who have not confirmed that the address is theirs. */
  toUnconfirmed: boolean;
  /** Which people it is about. */
  peopleFilter: PeopleFilter;
  /** How many people at most, those who joined first; null for all. */
  first: number | null;
}

/** How many people an announcement can still reach, and how many of its audience get nothing. */
export interface AudienceCounts {
  recipients: number;
  /** Recipients who have not confirmed. */
  unconfirmed: number;
  /** People who left, and people who came back and have not confirmed again. */
  notEntitled: number;
  unreachable: number;
}

/** How many people are looked through at once: a join waits for one of these pages at most. */
const peopleInAPage = 1000;

/** A number for SQL, where null is no limit. */
const limitFrom = (maximum: number): number | null => (Number.isFinite(maximum) ? maximum : null);

export interface CountOptions {
  /** How many recipients at most. */
  atMost?: number | undefined;
  /** Is given the addresses of each page. */
  each?: (emails: string[]) => Promise<void>;
}

/**
 * Counts the people whom an announcement would reach if it were sent now, without those who had it. It goes through the list in the
 * order of joining.
 * @throws DatabaseUnavailable
 */
export async function countAudience(
  database: Database,
  { name, toUnconfirmed, peopleFilter, first }: Audience & { name: string },
  { atMost = Infinity, each = async () => {} }: CountOptions = {},
): Promise<AudienceCounts> {
  const { id, reached } = await readReached(database, name);
  const maxRecipients = Math.min(atMost, (first ?? Infinity) - reached);
  const counts: AudienceCounts = { recipients: 0, unconfirmed: 0, notEntitled: 0, unreachable: 0 };
  if (maxRecipients <= 0) return counts;
  const found = pagesOfOneRow<FoundPage>(
    database,
    `select cardinality(ids) as recipients, unconfirmed, not_entitled as "notEntitled", unreachable, page_end::text as "pageEnd", emails
       from waitlist.find_recipients(
         row($1::integer, $2::boolean, waitlist.filter_from($3::jsonb))::waitlist.audience, $4::bigint, ${peopleInAPage}, $5)`,
    (after) => [
      id,
      toUnconfirmed,
      JSON.stringify(peopleFilter),
      after,
      limitFrom(maxRecipients - counts.recipients),
    ],
  );
  for await (const page of found) {
    counts.recipients += page.recipients;
    counts.unconfirmed += page.unconfirmed;
    counts.notEntitled += page.notEntitled;
    counts.unreachable += page.unreachable;
    await each(page.emails);
    if (counts.recipients >= maxRecipients) break;
  }
  return counts;
}

interface FoundPage extends AudienceCounts {
  /** The id at its end; null where there are no further people. */
  pageEnd: string | null;
  emails: string[];
}

/** The number of an announcement, or null if none of that name is stored, and how many people it has reached. */
export async function readReached(
  database: Database,
  name: string,
): Promise<{ id: number | null; reached: number }> {
  // The emails of erased people are gone, and still count. "is not null" chooses the index.
  const [announcement] = await database.query<{ id: number; reached: number }>(
    `select id, erased + (select count(*)::int from waitlist.outbox
                           where announcement is not null and announcement = announcements.id and state <> 'waiting') as reached
       from waitlist.announcements where name = $1`,
    [name],
  );
  return announcement ?? { id: null, reached: 0 };
}

/**
 * Queues the recipients of an announcement for the call that opens it (see `openAnnouncement`), `maxRecipients` at most.
 * @returns how many of its audience get nothing. If another call has ended this one, it queues nobody any more.
 */
export async function addRecipients(
  database: Database,
  opening: string,
  maxRecipients: number,
): Promise<Pick<AudienceCounts, 'notEntitled' | 'unreachable'>> {
  const total = { recipients: 0, notEntitled: 0, unreachable: 0 };
  if (maxRecipients <= 0) return total;
  const added = pagesOfOneRow<typeof total & { pageEnd: string | null }>(
    database,
    `select recipients, not_entitled as "notEntitled", unreachable, page_end::text as "pageEnd"
       from waitlist.add_recipients($1::uuid, $2::bigint, ${peopleInAPage}, $3)`,
    (after) => [opening, after, limitFrom(maxRecipients - total.recipients)],
  );
  for await (const page of added) {
    total.recipients += page.recipients;
    total.notEntitled += page.notEntitled;
    total.unreachable += page.unreachable;
    if (total.recipients >= maxRecipients) break;
  }
  return total;
}
