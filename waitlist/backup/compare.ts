import type { Database } from '../../database/database.ts';
import { queryOne } from '../../database/query-one.ts';
import { countEntries } from '../entries.ts';
import { backupPages } from './backup-file.ts';
import { differencesOf } from './differences.ts';
import { erasuresOf, type Present, presentList } from './present.ts';
import type { ReadBackup } from './read-for-restore.ts';

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
