import type { Database, Session } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type CommandAction, recordAction } from '../audit.ts';
import { countEntries, type EntryId } from '../entries.ts';
import { noteLeftOut, removeErased } from '../list/erased-files.ts';
import { markMoved, refuseMoved } from '../list/moved.ts';
import { holdList } from '../presence.ts';
import { readAnotherList, storeAnotherList } from './another-list.ts';
import { type Backup, backupPages, writeBackup } from './backup-file.ts';
import { differencesOf } from './differences.ts';
import { fittingColumns } from './fitting-columns.ts';
import { continueNumbers } from './numbers.ts';
import type { ReadBackup } from './read-for-restore.ts';
import { backupHeadOf, pagesOfList } from './read-list.ts';
import { storeAnnouncements } from './store-announcements.ts';
import { storePeople } from './store-people.ts';
import {
  type Columns,
  type Conflicts,
  conflictsOfSame,
  conflictsWithSeeds,
  emptyList,
  storeRows,
} from './store-rows.ts';
import { type Erasures, erasuresOf, findTarget, type Target } from './target.ts';

export interface RestoreOptions {
  /** Keeps people who have joined since the backup; otherwise they are left out. */
  keepJoined: boolean;
  /** The file into which the list as it is goes first. Nothing is written if nobody is on it. */
  replacedFile: string;
  /** Whether it may take the place of a list that was moved away. */
  intoLeftPlace: boolean;
  /** Why sending is paused afterwards. */
  reason: string;
  /** For the audit. */
  action: CommandAction;
  /** Is told how many people of the backup were read. */
  onProgress?(peopleRead: number): void;
}

export interface RestoreResult {
  /** How many are on the list now, with those who have left. */
  entries: number;
  /** The file with the list that was there before; undefined if there was none. */
  replaced: string | undefined;
}

/** A restore under way, within its transaction. */
interface Restore {
  database: Database;
  backup: ReadBackup;
  /** The columns that are stored. */
  columns: Columns;
  erasures: Erasures;
  options: RestoreOptions;
}

/** What became of the list that was there before. */
interface ReplacedList {
  /** Its backup; undefined if nobody was on it. */
  replaced: Backup | undefined;
  /** Whether people of the old list are in neither the new one nor the erasures. */
  hasLeftOut: boolean;
}

/**
 * Takes a backup into a list, all or nothing.
 * For a person on the list and in the backup the newer state counts, so what they have decided since the backup stays decided.
 * A person who is only in the backup comes back, unless they were erased. All of the backup goes into an empty list, or one that was
 * moved away.
 * @throws Error with a sentence while a server uses the list, when the backup does not fit, or when the list was moved away and
 * `intoLeftPlace` is not set; the list is then unchanged
 */
export async function restoreBackup(
  database: Session,
  backup: ReadBackup,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const restored = await inTransaction(database, async () => {
    await holdList(database);
    if (!options.intoLeftPlace) await refuseMoved(database);
    const columns = await fittingColumns(database, backup);
    const target = await findTarget(database, backup.head.list);
    const erasures = await erasuresOf(database, target);
    const restore: Restore = { database, backup, columns, erasures, options };
    // The list is used here from now on. Before, its tables refuse every change.
    await markMoved(database, null);
    await setEvidenceTriggers(database, 'disable');
    const { replaced, hasLeftOut } = await takeIn[target](restore);
    await setEvidenceTriggers(database, 'enable');
    if (hasLeftOut && database.kind === 'embedded') await noteLeftOut(database);
    await eraseAgain(restore);
    await continueNumbers(database, { startsAgain: target !== 'same' });
    await database.query('select waitlist.hold_emails($1)', [options.reason]);

    const entries = await countEntries(database);
    await recordAction(database, options.action, entries);
    return { entries, replaced: replaced?.file };
  });
  if (database.kind === 'embedded') await removeErased(database, 'however long it takes');
  return restored;
}

/** How a backup is taken in, by what stands in its place. */
const takeIn: Record<Target, (restore: Restore) => Promise<ReplacedList>> = {
  empty: takeIntoEmpty,
  moved: takeIntoEmpty,
  same: takeIntoSame,
  another: takeInPlaceOfAnother,
};

/** All of the backup. A list that was moved away is not kept: it is where it was moved to. */
async function takeIntoEmpty(restore: Restore): Promise<ReplacedList> {
  const { database, columns } = restore;
  await emptyList(database);
  await storeBackup(restore, conflictsWithSeeds(columns));
  return { replaced: undefined, hasLeftOut: false };
}

/** What the list lacks of the backup, and what is newer in it. */
async function takeIntoSame(restore: Restore): Promise<ReplacedList> {
  const { database, backup, options } = restore;
  const replaced = await keepReplaced(database, options.replacedFile);
  const hasLeftOut = !options.keepJoined && (await leaveOutJoined(database, backup));
  await storeBackup(restore, conflictsOfSame);
  return { replaced, hasLeftOut };
}

/** All of the backup, and of the list that was there what its people have decided; its people too, if they are to be kept. */
async function takeInPlaceOfAnother(restore: Restore): Promise<ReplacedList> {
  const { database, columns, options } = restore;
  const replaced = await keepReplaced(database, options.replacedFile);
  const another = await readAnotherList(database);
  await emptyList(database);
  await storeBackup(restore, conflictsWithSeeds(columns));
  await storeAnotherList(database, another, options.keepJoined ? replaced : undefined, columns);
  return { replaced, hasLeftOut: false };
}

/** Takes out the people who have joined since the backup; returns whether there was anybody. */
async function leaveOutJoined(database: Database, { head }: Backup): Promise<boolean> {
  const gone = await database.query(
    `with gone as (delete from waitlist.entries where id > $1::bigint returning id)
     select from gone limit 1`,
    [head.lastEntry],
  );
  return gone.length > 0;
}

/** Writes a backup of the list as it is; undefined where nobody is on it. */
async function keepReplaced(database: Database, file: string): Promise<Backup | undefined> {
  const head = await backupHeadOf(database);
  if (head.lastEntry === '0') return undefined;
  return writeBackup(file, head, pagesOfList(database, head));
}

/** Disables the triggers that refuse to change and to empty the evidence, or enables them: a restore puts that of the backup in. */
async function setEvidenceTriggers(database: Database, how: 'enable' | 'disable'): Promise<void> {
  await database.query(`alter table waitlist.evidence ${how} trigger user`);
}

/** Stores what the list lacks, and what is newer in the backup. */
async function storeBackup(restore: Restore, conflicts: Conflicts): Promise<void> {
  const { database, backup, columns, erasures, options } = restore;
  // Before the people, whose emails name their announcements.
  const announcements = await storeAnnouncements(database, backup.announcements, columns);
  let peopleRead = 0;
  for await (const { text, rows } of backupPages(backup)) {
    if (rows.announcements) continue;
    if (!rows.entries) {
      await storeRows(database, text, rows, { columns, conflicts });
      continue;
    }
    const differences = await differencesOf(database, rows, erasures);
    const missing = differences.filter(({ isMissing, wasErased }) => isMissing && !wasErased);
    const newer = differences.filter(({ isNewer }) => isNewer).map(({ id }) => id);
    await endLinks(database, newer);
    const ids = missing.map(({ id }) => id);
    await storePeople(database, text, columns, { ids, newer, offset: '0', announcements });
    peopleRead += rows.entries.length;
    options.onProgress?.(peopleRead);
    // Within the transaction, so that the log of an embedded list does not grow with the backup.
    const isLongEnough = peopleRead % peopleBetweenCheckpoints < rows.entries.length;
    if (database.kind === 'embedded' && isLongEnough) await database.query('checkpoint');
  }
}

const peopleBetweenCheckpoints = 50_000;

/** The links that a change of address has ended are not in the backup, and must not work again. */
async function endLinks(database: Database, ids: EntryId[]): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    "delete from waitlist.email_links where entry_id = any ($1::bigint[]) and purpose <> 'leave'",
    [ids],
  );
}

/**
 * How far two clocks may disagree: the database's, which says when somebody was erased, and that of the machine that made the backup,
 * which says when it began.
 */
const clockToleranceMs = 60_000;

/**
 * Erases people whom the backup knows to be erased, and who are there all the same: from a list that was restored from an older
 * backup, or because they were erased while the backup was being made. It computes the code of everybody, so it is done only where it
 * may matter.
 */
async function eraseAgain({ database, backup, erasures: { moments } }: Restore): Promise<void> {
  const begun = Date.parse(backup.head.startedAt) - clockToleranceMs;
  const isLater = (code: string, at: number) => at > (moments.get(code) ?? Number.NEGATIVE_INFINITY);
  const isSuspect = [...backup.erasures].some(([code, at]) => at >= begun || isLater(code, at));
  if (!isSuspect) return;
  await database.query(
    `select waitlist.erase_entries(array(
       select id
         from waitlist.entries
              cross join lateral unnest(waitlist.address_codes(canonical)) as code
              join waitlist.erasures on address_code = code
        where joined_at <= erased_at
          and not exists (select from waitlist.evidence where entry_id = id and at > erased_at)), null)`,
  );
}
