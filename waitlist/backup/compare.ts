import type { Database } from '../../database/database.ts';
import { queryOne } from '../../database/query-one.ts';
import { countEntries } from '../entries.ts';
import type { SuppressionReason } from '../suppressions.ts';
import { backupPages } from './backup-file.ts';
import { type Difference, differencesOf } from './differences.ts';
import { fittingColumns } from './fitting-columns.ts';
import type { ReadBackup } from './read-for-restore.ts';
import { erasuresOf, findTarget, type Target } from './target.ts';

/** How many people, and a few of their addresses. */
interface Finding {
  count: number;
  sample: string[];
}

/** What a comparison finds: what happened to people since the backup. */
export const findingNames = [
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

type Findings = Record<(typeof findingNames)[number], Finding>;

/** Two states of one list before the backup is taken in, and what has happened since the backup. */
export interface Comparison extends Findings {
  target: Target;
  /** People on the list as it is, and in the backup. */
  here: number;
  inBackup: number;
}

const addressesShown = 5;

const none = (): Finding => ({ count: 0, sample: [] });

/** A finding whose addresses are not shown: these people have asked to be forgotten, or only a code of them is known. */
const unnamed = (count: number): Finding => ({ count, sample: [] });

/** Counts a person, and keeps the address while there are few. */
function add(finding: Finding, address: string): void {
  finding.count += 1;
  if (finding.sample.length < addressesShown) finding.sample.push(address);
}

/**
 * Compares a backup with the list as it is.
 * @throws Error with a sentence when a restore would refuse the backup (fittingColumns); DatabaseUnavailable
 */
export async function compareWithBackup(database: Database, backup: ReadBackup): Promise<Comparison> {
  await fittingColumns(database, backup);
  const target = await findTarget(database, backup.head.list);
  const inBackup = backup.counts.entries ?? 0;
  const here = target === 'moved' ? 0 : await countEntries(database);
  const findings = await findingsBy[target](database, backup);
  return { target, here, inBackup, ...findings };
}

/** What is found, by what stands in the backup's place. */
const findingsBy: Record<Target, (database: Database, backup: ReadBackup) => Promise<Findings>> = {
  empty: allComeBack,
  moved: allComeBack,
  same: findingsOfSame,
  async another(database, backup) {
    return { ...(await allComeBack(database, backup)), joined: await joinedAfter(database, '0') };
  },
};

async function allComeBack(_database: Database, { counts }: ReadBackup): Promise<Findings> {
  return {
    comeBack: unnamed(counts.entries ?? 0),
    newer: none(),
    joined: none(),
    left: none(),
    saidNotMe: none(),
    complained: none(),
    bounced: none(),
    changedAddress: none(),
    erased: none(),
  };
}

async function findingsOfSame(database: Database, backup: ReadBackup): Promise<Findings> {
  const suppressed = await suppressedSince(database, backup);
  const people = await findingsOfPeople(database, backup);
  return {
    comeBack: people.comeBack,
    newer: people.newer,
    joined: await joinedAfter(database, backup.head.lastEntry),
    left: people.left,
    // These three are counted by the suppressions, which outlive an erasure.
    saidNotMe: unnamed(suppressed['not-me']),
    complained: { count: suppressed.complaint, sample: people.leftByComplaint.sample },
    bounced: unnamed(suppressed.bounce),
    changedAddress: people.changedAddress,
    erased: unnamed(people.erased),
  };
}

/** What the people of the backup show. */
async function findingsOfPeople(database: Database, backup: ReadBackup) {
  const comeBack = none();
  const newer = none();
  const changedAddress = none();
  const left = none();
  const leftByComplaint = none();
  let erased = 0;

  function count(difference: Difference): void {
    const { email, emailHere, isMissing, wasErased, saidNotMe, hasOther } = difference;
    // The suppressions count people who said that it was not them.
    if (wasErased && !saidNotMe) erased += 1;
    if (isMissing && !wasErased && !hasOther) add(comeBack, email);
    if (difference.isNewer) add(newer, email);
    if (difference.hasMoved) add(changedAddress, `${email} → ${emailHere}`);
    if (difference.hasLeft) add(difference.via === 'complaint' ? leftByComplaint : left, email);
  }

  const erasures = await erasuresOf(database, 'same');
  for await (const { rows } of backupPages(backup)) {
    if (!rows.entries) continue;
    for (const difference of await differencesOf(database, rows, erasures)) count(difference);
  }
  return { comeBack, newer, changedAddress, left, leftByComplaint, erased };
}

function joinedAfter(database: Database, lastEntry: string): Promise<Finding> {
  return queryOne<Finding>(
    database,
    `select count(*)::int as count,
            coalesce((select json_agg(email) from (
              select email from waitlist.entries where id > $1::bigint order by id desc limit ${addressesShown}) as newest), '[]') as sample
       from waitlist.entries where id > $1::bigint`,
    [lastEntry],
  );
}

/**
 * How many addresses the list suppresses and the backup does not, for each reason. An address that the backup suppresses for another
 * reason counts too.
 */
async function suppressedSince(database: Database, { suppressions }: ReadBackup) {
  const rows = await database.query<{ code: string; reason: SuppressionReason }>(
    'select mailbox_code::text as code, reason from waitlist.suppressions where reason is not null',
  );
  // The owner has brought in the unsubscribed ones: nobody shows them.
  const counts = { 'not-me': 0, complaint: 0, unsubscribed: 0, bounce: 0 };
  for (const { code, reason } of rows) if (suppressions.get(code) !== reason) counts[reason] += 1;
  return counts;
}
