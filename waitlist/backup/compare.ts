import type { Database } from '../../database/database.ts';
import { type Backup, pagesIn, readBackup } from './backup-file.ts';
import { nameOfList, type Rows } from './read-list.ts';

/**
 * What stands in the place that a backup goes into: nothing yet, a list that was moved away, an earlier or later state of the list in
 * the backup, or another list.
 */
export type Present = 'empty' | 'moved' | 'same' | 'another';

/** So many people, and a few of their addresses. */
interface Finding {
  people: number;
  sample: string[];
}

/** Two states of one list before the backup is taken in. What is said here about people is what has happened since the backup. */
export interface Comparison {
  present: Present;
  /** People on the list as it is, and in the backup. */
  here: number;
  inBackup: number;
  /** Only in the backup, and not erased since: they come back. */
  comeBack: Finding;
  joined: Finding;
  left: Finding;
  saidNotMe: Finding;
  complained: Finding;
  bounced: Finding;
  changedAddress: Finding;
  erased: Finding;
}

export const happenings = [
  'comeBack',
  'joined',
  'left',
  'saidNotMe',
  'complained',
  'bounced',
  'changedAddress',
  'erased',
] as const;

const sampleSize = 5;

function add(finding: Finding, address: string): void {
  finding.people += 1;
  if (finding.sample.length < sampleSize) finding.sample.push(address);
}

/** A row of a backup, of which only this is looked at here. */
interface BackedUpEntry {
  id: number;
  email: string;
  canonical: string;
  state: 'joined' | 'left';
  joined_at: string;
}

/** What a backup says about its own erasures and suppressions, kept while it is compared. */
export interface ReadBackup extends Backup {
  /** By code: the moment. */
  erasures: Map<string, number>;
  /** By the hash of the address: the reason. */
  suppressions: Map<string, string>;
}

/** Reads a backup that is to be restored. Throws as readBackup does. */
export async function readForRestore(file: string): Promise<ReadBackup> {
  const erasures = new Map<string, number>();
  const suppressions = new Map<string, string>();
  const backup = await readBackup(file, (rows) => {
    for (const { code, erased_at } of rows.erasures ?? [])
      erasures.set(String(code), Date.parse(String(erased_at)));
    for (const { address_hash, reason } of rows.suppressions ?? [])
      if (reason) suppressions.set(String(address_hash), String(reason));
  });
  return { ...backup, erasures, suppressions };
}

/** @throws DatabaseUnavailable */
export async function presentList(database: Database, backup: Backup): Promise<Present> {
  const [found] = await database.query<{ moved: boolean; filled: boolean }>(
    `select moved_to is not null as moved,
            exists (select from waitlist.entries) or exists (select from waitlist.suppressions)
              or exists (select from waitlist.erasures) or exists (select from waitlist.announcements) as filled
       from waitlist.settings`,
  );
  if (found?.moved) return 'moved';
  if (!found?.filled) return 'empty';
  return (await nameOfList(database)) === backup.head.list ? 'same' : 'another';
}

/** Tells who was erased after the backup had them. */
export type IsErased = (code: string | null, joinedAt: string) => boolean;

/** @throws DatabaseUnavailable */
export async function erasedSince(
  database: Database,
  backup: ReadBackup,
): Promise<IsErased & { isNeeded: boolean }> {
  const rows = await database.query<{ code: string; at: string }>(
    `select code::text as code, to_json(erased_at)#>>'{}' as at from waitlist.erasures`,
  );
  const since = new Set(
    rows.filter(({ code, at }) => backup.erasures.get(code) !== Date.parse(at)).map(({ code }) => code),
  );
  // Somebody may have been erased while the backup was being made, after their page had been read.
  const started = Date.parse(backup.head.startedAt) - 60_000;
  const meanwhile = new Map([...backup.erasures].filter(([, at]) => at >= started));
  const isErased: IsErased = (code, joinedAt) => {
    if (code === null) return false;
    const at = meanwhile.get(code);
    return since.has(code) || (at !== undefined && at >= Date.parse(joinedAt));
  };
  return Object.assign(isErased, { isNeeded: since.size + meanwhile.size > 0 });
}

interface Difference {
  id: number;
  isMissing: boolean;
  /** Of one who is missing, if codes are needed. */
  code: string | null;
  hasMoved: boolean;
  hasLeft: boolean;
  /** How they left. */
  via: string | null;
}

const differencesSql = `
  with backed_up as (
    select * from json_to_recordset($1::json) as known (id bigint, canonical text, state text)
  )
  select backed_up.id::float8 as id,
         here.id is null as "isMissing",
         case when here.id is null and $2 then waitlist.erasure_code(backed_up.canonical)::text end as code,
         coalesce(here.canonical <> backed_up.canonical, false) as "hasMoved",
         coalesce(here.state = 'left' and backed_up.state = 'joined', false) as "hasLeft",
         (select via from waitlist.evidence
           where entry_id = here.id and event = 'withdrew' order by at desc limit 1) as via
    from backed_up left join waitlist.entries as here on here.id = backed_up.id
   where here.id is null or here.canonical <> backed_up.canonical or (here.state = 'left' and backed_up.state = 'joined')`;

/** How the people of a page differ from those on the list. @throws DatabaseUnavailable */
export async function differencesOf(
  database: Database,
  { entries = [] }: Rows,
  isErased: IsErased & { isNeeded: boolean },
) {
  const people = new Map((entries as unknown as BackedUpEntry[]).map((person) => [person.id, person]));
  const asked = [...people.values()].map(({ id, canonical, state }) => ({ id, canonical, state }));
  const found = await database.query<Difference>(differencesSql, [JSON.stringify(asked), isErased.isNeeded]);
  return found.map((difference) => {
    const person = people.get(difference.id) as BackedUpEntry;
    const wasErased = difference.isMissing && isErased(difference.code, person.joined_at);
    return { ...difference, email: person.email, wasErased };
  });
}

/** Compares a backup with the list as it is. @throws DatabaseUnavailable */
export async function compareWithBackup(database: Database, backup: ReadBackup): Promise<Comparison> {
  const none = (): Finding => ({ people: 0, sample: [] });
  const present = await presentList(database, backup);
  const inBackup = backup.counts.entries ?? 0;
  const comparison: Comparison = {
    present,
    here: present === 'moved' ? 0 : await countPeople(database),
    inBackup,
    comeBack: none(),
    joined: none(),
    left: none(),
    saidNotMe: none(),
    complained: none(),
    bounced: none(),
    changedAddress: none(),
    erased: none(),
  };
  if (present === 'another') comparison.joined = await joinedAfter(database, '0');
  if (present !== 'same') {
    comparison.comeBack.people = inBackup;
    return comparison;
  }
  comparison.joined = await joinedAfter(database, backup.head.lastEntry);
  await compareSuppressions(database, backup, comparison);
  const isErased = await erasedSince(database, backup);
  for await (const { rows } of pagesIn(backup)) {
    if (!rows.entries) continue;
    for (const { email, isMissing, wasErased, hasMoved, hasLeft, via } of await differencesOf(
      database,
      rows,
      isErased,
    )) {
      // Without a sample: they asked to be forgotten.
      if (wasErased) comparison.erased.people += 1;
      else if (isMissing) add(comparison.comeBack, email);
      if (hasMoved) add(comparison.changedAddress, email);
      if (hasLeft && via === 'not-me') comparison.saidNotMe.sample.push(email);
      else if (hasLeft && via === 'complaint') comparison.complained.sample.push(email);
      else if (hasLeft) add(comparison.left, email);
    }
  }
  for (const finding of [comparison.saidNotMe, comparison.complained]) finding.sample.splice(sampleSize);
  return comparison;
}

async function countPeople(database: Database): Promise<number> {
  const [row] = await database.query<{ people: number }>(
    'select count(*)::int as people from waitlist.entries',
  );
  return row?.people ?? 0;
}

async function joinedAfter(database: Database, lastEntry: string): Promise<Finding> {
  const [row] = await database.query<Finding>(
    `select count(*)::int as people,
            coalesce((select json_agg(email) from (
              select email from waitlist.entries where id > $1::bigint order by id desc limit ${sampleSize}) as newest), '[]') as sample
       from waitlist.entries where id > $1::bigint`,
    [lastEntry],
  );
  return row as Finding;
}

/** Counted by the suppressions, which outlive an erasure. */
async function compareSuppressions(database: Database, backup: ReadBackup, comparison: Comparison) {
  const rows = await database.query<{ hash: string; reason: 'not-me' | 'complaint' | 'bounce' }>(
    'select address_hash::text as hash, reason from waitlist.suppressions where reason is not null',
  );
  const findings = {
    'not-me': comparison.saidNotMe,
    complaint: comparison.complained,
    bounce: comparison.bounced,
  };
  for (const { hash, reason } of rows)
    if (backup.suppressions.get(hash) !== reason) findings[reason].people += 1;
}
