import type { Database } from '../../database/database.ts';
import { readMigrations } from '../../database/migrate.ts';
import { queryOne } from '../../database/query-one.ts';
import { countEntries, type EntryId } from '../entries.ts';
import { type Backup, backupPages, readBackup } from './backup-file.ts';
import { nameOfList, type Rows } from './read-list.ts';

/**
 * What stands in the place that a backup goes into: nothing yet, a list that was moved away, an earlier or later state of the list in
 * the backup, or another list.
 */
export type Present = 'empty' | 'moved' | 'same' | 'another';

/** How many people, and a few of their addresses. */
interface Finding {
  people: number;
  sample: string[];
}

/** What may have happened to people since the backup. */
export const happenings = [
  /** Only in the backup, and not erased since: they come back. */
  'comeBack',
  /** On both, and what the backup has of them is newer: it is taken. */
  'newer',
  'joined',
  'left',
  'saidNotMe',
  'complained',
  'bounced',
  'changedAddress',
  'erased',
] as const;

type Findings = Record<(typeof happenings)[number], Finding>;

/** Two states of one list before the backup is taken in, and what has happened since the backup. */
export interface Comparison extends Findings {
  present: Present;
  /** People on the list as it is, and in the backup. */
  here: number;
  inBackup: number;
}

const addressesShown = 5;

const none = (): Finding => ({ people: 0, sample: [] });

const noFindings = (): Findings => ({
  comeBack: none(),
  newer: none(),
  joined: none(),
  left: none(),
  saidNotMe: none(),
  complained: none(),
  bounced: none(),
  changedAddress: none(),
  erased: none(),
});

function count(finding: Finding): void {
  finding.people += 1;
}

function sample(finding: Finding, address: string): void {
  if (finding.sample.length < addressesShown) finding.sample.push(address);
}

function add(finding: Finding, address: string): void {
  count(finding);
  sample(finding, address);
}

/** What is looked at here of a row of a backup. */
interface BackedUpEntry {
  /** A number in JSON; elsewhere an `EntryId`. */
  id: number;
  email: string;
  canonical: string;
  state: 'joined' | 'left';
  joined_at: string;
}

/** What a restore looks at of an announcement of a backup. */
export interface BackedUpAnnouncement extends Record<string, unknown> {
  id: number;
  name: string;
  /** Its audience. `sent` and `not_sent` are numbers of announcements. */
  meant: { sent: number[] | null; not_sent: number[] | null };
}

/** What is kept of a backup while it is compared and restored: what a restore needs before it comes to it in the file. */
export interface ReadBackup extends Backup {
  announcements: BackedUpAnnouncement[];
  /** By code: the moment. */
  erasures: Map<string, number>;
  /** By the hash of the address: the reason. */
  suppressions: Map<string, string>;
}

/**
 * Reads a backup that is to be restored. Throws as readBackup does.
 * @throws Error with a sentence when it was written by a version whose migrations this one does not have
 */
export async function readForRestore(file: string): Promise<ReadBackup> {
  const announcements: BackedUpAnnouncement[] = [];
  const erasures = new Map<string, number>();
  const suppressions = new Map<string, string>();
  const backup = await readBackup(file, (rows) => {
    announcements.push(...((rows.announcements ?? []) as BackedUpAnnouncement[]));
    for (const { code, erased_at } of rows.erasures ?? [])
      erasures.set(String(code), Date.parse(String(erased_at)));
    for (const { address_hash, reason } of rows.suppressions ?? [])
      if (reason) suppressions.set(String(address_hash), String(reason));
  });
  refuseUnknownMigrations(backup);
  return { ...backup, announcements, erasures, suppressions };
}

function refuseUnknownMigrations({ file, head }: Backup): void {
  const known = readMigrations().map(({ version }) => version);
  const unknown = head.migrations.filter((version) => !known.includes(version));
  if (unknown.length > 0)
    throw new Error(
      `${file} was written by another version of this software (migration ${unknown.at(-1)}). Restore it with that version. Nothing was changed.`,
    );
}

/** @throws DatabaseUnavailable */
export async function presentList(database: Database, backup: Backup): Promise<Present> {
  const [found] = await database.query<{ moved: boolean; filled: boolean }>(
    `select moved_to is not null as moved,
            exists (select from waitlist.entries) or exists (select from waitlist.suppressions)
              or exists (select from waitlist.erasures) or exists (select from waitlist.announcements) as filled
       from waitlist.list_state`,
  );
  if (found?.moved) return 'moved';
  if (!found?.filled) return 'empty';
  return (await nameOfList(database)) === backup.head.list ? 'same' : 'another';
}

/** The people who were erased from the list that is there, by code, with the key of the codes. */
export interface Erasures {
  /** Null for a list that knows of no erasure. */
  key: string | null;
  /** The moment of each. */
  moments: Map<string, number>;
}

/** @throws DatabaseUnavailable */
export async function erasuresOf(database: Database, present: Present): Promise<Erasures> {
  // A list that was moved away knows nothing newer than a backup.
  if (present === 'empty' || present === 'moved') return { key: null, moments: new Map() };
  const { key } = await queryOne<{ key: string }>(
    database,
    "select encode(secret, 'hex') as key from waitlist.email_key",
  );
  const erasures = await database.query<{ code: string; ms: number }>(
    'select code::text as code, (extract(epoch from erased_at) * 1000)::float8 as ms from waitlist.erasures',
  );
  return { key, moments: new Map(erasures.map(({ code, ms }) => [code, ms])) };
}

interface Difference {
  id: EntryId;
  isMissing: boolean;
  /** What the backup has of them is newer than what the list has: the list was restored from an older backup. */
  isNewer: boolean;
  /** Somebody else on the list has their address: a person with two places who changed their address has one left. */
  hasOther: boolean;
  /** The code of a missing person, if somebody was erased. */
  code: string | null;
  /** Whether a missing person was erased because they said that it was not them. */
  saidNotMe: boolean;
  hasMoved: boolean;
  /** The address that they have now. */
  emailHere: string | null;
  hasLeft: boolean;
  /** How they left. */
  via: string | null;
  /** Milliseconds since 1970: of the newest evidence in the backup. */
  decidedAt: number | null;
}

/** Whatever somebody decides leaves evidence, so that the newest of it says which of two states is the newer. */
const differencesSql = `
  with decided as (
    select entry_id, max(at) as decided_at
      from json_to_recordset($2::json) as evidence (entry_id bigint, at timestamptz)
     group by entry_id
  ), backed_up as (
    select *
      from json_to_recordset($1::json) as people (id bigint, canonical text, state text) left join decided on entry_id = id
  ), compared as (
    select backed_up.id,
           backed_up.canonical,
           decided_at,
           here.id is null as is_missing,
           coalesce(backed_up.decided_at > (select max(at) from waitlist.evidence where entry_id = here.id), false) as is_newer,
           coalesce(here.canonical <> backed_up.canonical, false) as has_moved,
           here.email as email_here,
           coalesce(here.state = 'left' and backed_up.state = 'joined', false) as has_left
      from backed_up left join waitlist.entries as here on here.id = backed_up.id
  )
  select id::text,
         is_missing as "isMissing",
         is_newer as "isNewer",
         exists (select from waitlist.entries as other where other.canonical = compared.canonical and other.id <> compared.id) as "hasOther",
         case when is_missing and $3::text is not null then waitlist.hmac_sha256(decode($3, 'hex'), canonical)::text end as code,
         is_missing and exists (
           select from waitlist.suppressions
            where address_hash = any (waitlist.address_hashes(canonical)) and reason = 'not-me') as "saidNotMe",
         has_moved and not is_newer as "hasMoved",
         email_here as "emailHere",
         has_left and not is_newer as "hasLeft",
         (select via from waitlist.evidence
           where entry_id = compared.id and event = 'withdrew' order by at desc limit 1) as via,
         (extract(epoch from decided_at) * 1000)::float8 as "decidedAt"
    from compared
   where is_missing or is_newer or has_moved or has_left`;

/** How the people of a page differ from those on the list. @throws DatabaseUnavailable */
export async function differencesOf(
  database: Database,
  { entries = [], evidence = [] }: Rows,
  { key, moments }: Erasures,
) {
  const people = new Map(
    (entries as unknown as BackedUpEntry[]).map((person) => [String(person.id), person]),
  );
  const asked = [...people.values()].map(({ id, canonical, state }) => ({ id, canonical, state }));
  const decided = evidence.map(({ entry_id, at }) => ({ entry_id, at }));
  const found = await database.query<Difference>(differencesSql, [
    JSON.stringify(asked),
    JSON.stringify(decided),
    moments.size > 0 ? key : null,
  ]);
  return found.map((difference) => {
    const person = people.get(difference.id) as BackedUpEntry;
    const erasedAt = moments.get(difference.code ?? '');
    // Not one who has joined again after that, or has moved to the address.
    const since = Math.max(Date.parse(person.joined_at), difference.decidedAt ?? 0);
    const wasErased = erasedAt !== undefined && erasedAt >= since;
    return { ...difference, email: person.email, wasErased };
  });
}

/** Compares a backup with the list as it is. @throws DatabaseUnavailable */
export async function compareWithBackup(database: Database, backup: ReadBackup): Promise<Comparison> {
  const present = await presentList(database, backup);
  const inBackup = backup.counts.entries ?? 0;
  const here = present === 'moved' ? 0 : await countEntries(database);
  const comparison: Comparison = { present, here, inBackup, ...noFindings() };
  if (present === 'another') comparison.joined = await joinedAfter(database, '0');
  if (present !== 'same') {
    comparison.comeBack.people = inBackup;
    return comparison;
  }
  comparison.joined = await joinedAfter(database, backup.head.lastEntry);
  await compareSuppressions(database, backup, comparison);
  const erasures = await erasuresOf(database, present);
  for await (const { rows } of backupPages(backup)) {
    if (!rows.entries) continue;
    for (const difference of await differencesOf(database, rows, erasures)) note(comparison, difference);
  }
  return comparison;
}

function note(comparison: Comparison, difference: Awaited<ReturnType<typeof differencesOf>>[number]): void {
  const { email, isMissing, isNewer, hasOther, wasErased, saidNotMe, hasMoved, emailHere, hasLeft, via } =
    difference;
  // Without a sample: they asked to be forgotten. People who said that it was not them are counted with the suppressions.
  if (wasErased && !saidNotMe) count(comparison.erased);
  if (isMissing && !wasErased && !hasOther) add(comparison.comeBack, email);
  if (isNewer) add(comparison.newer, email);
  if (hasMoved) add(comparison.changedAddress, `${email} → ${emailHere}`);
  if (!hasLeft) return;
  // compareSuppressions counts these; here only the sample.
  if (via === 'complaint') sample(comparison.complained, email);
  else add(comparison.left, email);
}

function joinedAfter(database: Database, lastEntry: string): Promise<Finding> {
  return queryOne<Finding>(
    database,
    `select count(*)::int as people,
            coalesce((select json_agg(email) from (
              select email from waitlist.entries where id > $1::bigint order by id desc limit ${addressesShown}) as newest), '[]') as sample
       from waitlist.entries where id > $1::bigint`,
    [lastEntry],
  );
}

/** Counted by the suppressions, which outlive an erasure. */
async function compareSuppressions(database: Database, backup: ReadBackup, comparison: Comparison) {
  const rows = await database.query<{
    hash: string;
    reason: 'not-me' | 'complaint' | 'unsubscribed' | 'bounce';
  }>('select address_hash::text as hash, reason from waitlist.suppressions where reason is not null');
  const findings = {
    'not-me': comparison.saidNotMe,
    complaint: comparison.complained,
    bounce: comparison.bounced,
    // The owner has brought these in: nothing has happened to the people.
    unsubscribed: undefined,
  };
  for (const { hash, reason } of rows) {
    const finding = findings[reason];
    if (finding && backup.suppressions.get(hash) !== reason) count(finding);
  }
}
