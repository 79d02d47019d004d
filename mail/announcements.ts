import type { Database } from '../database/database.ts';
import { isoOf } from '../waitlist/entries.ts';
import { filterAsJson, filterIn, filterValues, type PeopleFilter } from '../waitlist/filter.ts';
import { recordAction } from '../waitlist/people.ts';
import type { EmailTemplate } from './templates.ts';

export interface Audience {
  /** Also those who have not confirmed that the address is theirs. */
  toUnconfirmed: boolean;
  /** Which people it is about. */
  meant: PeopleFilter;
  /** At most so many, those who joined first; null for all. */
  first: number | null;
}

export interface Plan extends Audience {
  name: string;
  words: EmailTemplate;
  /** Emails a minute at most. */
  rate: number;
}

/** How many people an announcement can still reach, and who of its audience gets nothing. */
export interface Reach {
  recipients: number;
  /** Of the recipients. */
  unconfirmed: number;
  leftList: number;
  unreachable: number;
}

/** An announcement and how far it is. Its recipients are sent, toCome, underWay, deferred, failed and uncertain. */
export interface Announcement extends Omit<Plan, 'words'>, Omit<Reach, 'unconfirmed'> {
  subject: string;
  state: 'planned' | 'sending' | 'paused' | 'done' | 'cancelled';
  pausedBecause: string | null;
  /** Whether the current words and audience have been sent to somebody as a preview. */
  tested: boolean;
  version: string;
  /** When a server is to begin with it; null unless it is planned for a time. ISO 8601, UTC, as all times here. */
  startsAt: string | null;
  sent: number;
  toCome: number;
  underWay: number;
  /** Tried again automatically: put off by the mail server, or kept back by a fault of ours. */
  deferred: number;
  /** When the first of these is tried again. */
  nextTryAt: string | null;
  failed: number;
  /** Perhaps delivered; never tried again automatically. */
  uncertain: number;
  openedAt: string | null;
  finishedAt: string | null;
}

const isDeferred = `(state = 'waiting' and reply is not null)`;

const selectAnnouncements = `
  select known.name, known.subject, known.state, known.paused_because as "pausedBecause",
         known.tested_version is not distinct from known.version as tested, known.version::text as version,
         known.to_unconfirmed as "toUnconfirmed", ${filterAsJson('known.meant')} as meant, known.first, known.rate,
         emails.recipients + known.erased as recipients, emails.sent + known.erased as sent,
         known.left_list as "leftList", known.unreachable as "unreachable",
         "toCome", "underWay", deferred, "nextTryAt", failed, uncertain,
         case when known.state = 'planned' then ${isoOf('known.starts_at')} end as "startsAt",
         ${isoOf('known.opened_at')} as "openedAt", ${isoOf('known.finished_at')} as "finishedAt"
    from waitlist.announcements as known
   cross join lateral (
     select count(*)::int as recipients, count(*) filter (where state = 'sent')::int as sent,
            count(*) filter (where state = 'waiting' and reply is null)::int as "toCome",
            count(*) filter (where state = 'transmitting' and due_at > clock_timestamp())::int as "underWay",
            count(*) filter (where ${isDeferred})::int as deferred,
            ${isoOf(`min(due_at) filter (where ${isDeferred})`)} as "nextTryAt",
            count(*) filter (where state = 'failed')::int as failed,
            count(*) filter (where state = 'uncertain' or state = 'transmitting' and due_at <= clock_timestamp())::int as uncertain
       from waitlist.outbox
      where announcement is not null and announcement = known.id) as emails`;

/** All announcements, the latest first. @throws DatabaseUnavailable */
export async function listAnnouncements(database: Database): Promise<Announcement[]> {
  const found = await database.query<Announcement>(`${selectAnnouncements} order by known.id desc`);
  return Promise.all(found.map((announcement) => withReach(database, announcement)));
}

/** As stored: a planned one has nobody in the outbox yet. @throws DatabaseUnavailable */
export const findAnnouncement = async (database: Database, name: string) =>
  (await database.query<Announcement>(`${selectAnnouncements} where known.name = $1`, [name]))[0];

/** A planned one with those as its recipients whom it would reach now; another as it is. @throws DatabaseUnavailable */
export async function withReach(database: Database, announcement: Announcement): Promise<Announcement> {
  if (announcement.state !== 'planned') return announcement;
  const { unconfirmed: _, ...reach } = await readReach(database, announcement);
  return { ...announcement, ...reach, toCome: reach.recipients };
}

/** Stores an announcement; replaces one of that name if it was never opened, else returns false. @throws DatabaseUnavailable */
export async function planAnnouncement(database: Database, plan: Plan): Promise<boolean> {
  const { name, words, toUnconfirmed, meant, first, rate } = plan;
  return isChanged(
    database,
    `insert into waitlist.announcements as known
       (name, version, subject, html, text, to_unconfirmed, first, rate, meant)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, ${filterIn(8)})
     on conflict (name) do update
        set version = excluded.version, subject = excluded.subject, html = excluded.html, text = excluded.text,
            to_unconfirmed = excluded.to_unconfirmed, meant = excluded.meant, first = excluded.first, rate = excluded.rate,
            opening = null, starts_at = null
      where known.state = 'planned'
     returning id`,
    [name, words.subject, words.html, words.text, toUnconfirmed, first, rate, ...filterValues(meant)],
  );
}

/** Notes that a version has been sent to somebody as a preview. @throws DatabaseUnavailable */
export async function noteTested(database: Database, name: string, version: string): Promise<void> {
  await database.query(
    'update waitlist.announcements set tested_version = $2::uuid where name = $1 and version = $2::uuid',
    [name, version],
  );
}

/** An announcement's words, with slots for a person's facts. @throws Error if there is none of that name; DatabaseUnavailable */
export async function readAnnouncementWords(database: Database, name: string): Promise<EmailTemplate> {
  const [words] = await database.query<EmailTemplate>(
    'select subject, html, text from waitlist.announcements where name = $1',
    [name],
  );
  if (!words) throw new Error(`There is no announcement ${name}.`);
  return words;
}

/** What `readReach` does besides counting. */
export interface ReachOptions {
  /** So many recipients at most. */
  atMost?: number | undefined;
  /** The opening (see `openAnnouncement`) that puts the recipients into the outbox. Those that are there already stay. */
  opening?: string | undefined;
  /** Is given the addresses of each page. */
  each?: (emails: string[]) => Promise<void>;
}

/**
 * Whom an announcement would reach if it were sent now, without those who had it. It goes through the list in the order of
 * joining, a thousand people at a time: a join waits for one of these pages at most.
 * @throws DatabaseUnavailable
 */
export async function readReach(
  database: Database,
  { name, toUnconfirmed, meant, first }: Audience & { name: string },
  { atMost = Infinity, opening, each = async () => {} }: ReachOptions = {},
): Promise<Reach> {
  const reach = { recipients: 0, unconfirmed: 0, leftList: 0, unreachable: 0 };
  // "is not null" chooses the index.
  const [known] = await database.query<{ id: number; had: number }>(
    `select id, (select count(*)::int from waitlist.outbox
                  where announcement is not null and announcement = known.id and state <> 'waiting') as had
       from waitlist.announcements as known where name = $1`,
    [name],
  );
  const most = Math.min(atMost, (first ?? Infinity) - (known?.had ?? 0));
  let after: string | null | undefined = '0';
  while (after && reach.recipients < most) {
    const [page]: (Reach & { reached: string | null; emails: string[] | null })[] = await database.query(
      `select recipients, unconfirmed, left_list as "leftList", unreachable as "unreachable", reached::text, emails
         from waitlist.next_recipients(row($1::integer, $2::boolean, ${filterIn(6)})::waitlist.audience, $3::bigint, $4, $5::uuid)`,
      [
        known?.id ?? null,
        toUnconfirmed,
        after,
        Math.min(most - reach.recipients, 1000),
        opening ?? null,
        ...filterValues(meant),
      ],
    );
    for (const figure of ['recipients', 'unconfirmed', 'leftList', 'unreachable'] as const)
      reach[figure] += page?.[figure] ?? 0;
    await each(page?.emails ?? []);
    after = page?.reached;
  }
  return reach;
}

/**
 * Puts the recipients into the outbox, instead of those whom another call put in, and then starts. A call that is killed before
 * has sent nothing, and may be made again. Of two calls at once the later one goes on: the earlier one puts in nobody any more,
 * and returns false.
 * An announcement that is done goes to people who have become recipients since.
 * @returns false when it may not be sent: not tested, cancelled, paused, being sent, all mail is paused, one that its people must not have got is not over, or another call, a new
 * plan or a cancellation came meanwhile
 * @throws DatabaseUnavailable
 */
export async function openAnnouncement(database: Database, name: string, atMost?: number): Promise<boolean> {
  const [audience] = await database.query<Audience & { opening: string }>(
    `update waitlist.announcements set opening = gen_random_uuid() where name = $1 and ${mayOpen}
     returning opening::text, to_unconfirmed as "toUnconfirmed", ${filterAsJson('announcements.meant')} as meant, first`,
    [name],
  );
  if (!audience) return false;
  const { opening } = audience;
  await dropRecipients(database, name, opening);
  const { leftList, unreachable } = await readReach(database, { ...audience, name }, { atMost, opening });
  return isChanged(
    database,
    `update waitlist.announcements
        set state = 'sending', opening = null, opened_at = clock_timestamp(), finished_at = null,
            due_at = clock_timestamp(), left_list = $3, unreachable = $4
      where name = $1 and opening = $2::uuid and ${mayOpen} and ${mailMayGo} returning id`,
    [name, opening, leftList, unreachable],
  );
}

/**
 * Has a server begin with an announcement at a time, instead of at another that was set before; null for at no time.
 * @param startsAt ISO 8601
 * @returns false when it may not be sent, as openAnnouncement does
 * @throws DatabaseUnavailable
 */
export const scheduleAnnouncement = (
  database: Database,
  name: string,
  startsAt: string | null,
): Promise<boolean> =>
  isChanged(
    database,
    `update waitlist.announcements set starts_at = $2::timestamptz, opening = null where name = $1 and ${isTested} and state = 'planned' returning id`,
    [name, startsAt],
  );

/** One that a server has begun with. */
export interface Begun {
  name: string;
  startsAt: string;
  /** After that, in minutes. */
  minutesLate: number;
}

/**
 * Begins with the announcement whose time has come, if there is one. Of several servers one does it; one that is killed leaves it to
 * another after five minutes.
 * @throws DatabaseUnavailable
 */
export async function beginScheduled(database: Database): Promise<Begun | undefined> {
  const [due] = await database.query<Begun>(
    `update waitlist.announcements set opening_until = clock_timestamp() + interval '5 minutes'
      where id = (
        select id from waitlist.announcements
         where state = 'planned' and tested_version = version and starts_at <= clock_timestamp()
           and (opening_until is null or opening_until <= clock_timestamp()) and ${mailMayGo}
         order by starts_at limit 1 for update skip locked)
     returning name, ${isoOf('starts_at')} as "startsAt",
               floor(extract(epoch from clock_timestamp() - starts_at) / 60)::int as "minutesLate"`,
  );
  if (!due || !(await openAnnouncement(database, due.name))) return undefined;
  const opened = await findAnnouncement(database, due.name);
  await recordAction(database, 'announce send', opened?.recipients ?? 0);
  return due;
}

const isTested = `state in ('planned', 'done') and tested_version = version`;
/**
 * Whom another announcement has reached, and whom not, is known once that one is over. From then on it must reach nobody else:
 * they have got another in its place.
 */
const mayOpen = `${isTested} and not exists (
  select from waitlist.announcements as other
   where other.id = any ((announcements.meant).not_sent || (announcements.meant).sent) and other.state in ('sending', 'paused')
      or announcements.id = any ((other.meant).not_sent) and other.opened_at is not null)`;

/** The announcements that were sent to people because this one has not reached them. @throws DatabaseUnavailable */
export async function sentInstead(database: Database, name: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select other.name from waitlist.announcements as known, waitlist.announcements as other
      where known.name = $1 and known.id = any ((other.meant).not_sent) and other.opened_at is not null`,
    [name],
  );
  return rows.map((row) => row.name);
}
const mailMayGo = 'not exists (select from waitlist.settings where sending_paused_since is not null)';

const isChanged = async (database: Database, sql: string, parameters: unknown[]) =>
  (await database.query(sql, parameters)).length > 0;

/** Pauses an announcement after the emails under way. False when it is not being sent. @throws DatabaseUnavailable */
export const pauseAnnouncement = (database: Database, name: string, because: string): Promise<boolean> =>
  isChanged(
    database,
    `update waitlist.announcements set state = 'paused', paused_because = $2
      where name = $1 and state = 'sending' returning id`,
    [name, because],
  );

/** Resumes a paused announcement. False when it is not paused, or all mail is. @throws DatabaseUnavailable */
export const resumeAnnouncement = (database: Database, name: string): Promise<boolean> =>
  isChanged(
    database,
    `update waitlist.announcements set state = 'sending', paused_because = null, due_at = clock_timestamp()
      where name = $1 and state = 'paused' and ${mailMayGo} returning id`,
    [name],
  );

/** Ends an announcement for good; nobody else gets it. False when it is done or cancelled already. @throws DatabaseUnavailable */
export async function cancelAnnouncement(database: Database, name: string): Promise<boolean> {
  const isCancelled = await isChanged(
    database,
    `update waitlist.announcements
        set state = 'cancelled', paused_because = null, opening = null, finished_at = clock_timestamp()
      where name = $1 and state in ('planned', 'sending', 'paused') returning id`,
    [name],
  );
  if (isCancelled) await dropRecipients(database, name, null);
  return isCancelled;
}

/**
 * Takes out of the outbox whoever has not got it yet, unless it has been opened anew meanwhile. It is a statement of its own, so
 * that it sees all that was put in before it. @param opening the call that opens it; null when nobody does
 */
const dropRecipients = (database: Database, name: string, opening: string | null) =>
  database.query(
    `delete from waitlist.outbox
      where announcement is not null and state = 'waiting'
        and announcement = (
          select id from waitlist.announcements where name = $1 and opening is not distinct from $2::uuid)`,
    [name, opening],
  );

/**
 * How many of an hour's emails waitlist.limits leaves to all announcements together, and whether this hour's are used up, or all
 * mail is paused. @throws DatabaseUnavailable
 */
export async function readHourlyShare(database: Database) {
  const [row] = await database.query<{ most: number; isUsedUp: boolean }>(
    `select min(most)::int as most, not waitlist.may_send(true, clock_timestamp()) as "isUsedUp"
       from waitlist.limits where name in ('announcements-an-hour', 'emails-an-hour')`,
  );
  return row ?? { most: 0, isUsedUp: true };
}
