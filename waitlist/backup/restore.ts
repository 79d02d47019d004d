import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordAction } from '../audit.ts';
import { removeErased } from '../list/erased-files.ts';
import { refuseServers } from '../presence.ts';
import { queryOne } from '../query-one.ts';
import { type Backup, pagesIn, writeBackup } from './backup-file.ts';
import {
  type BackedUpAnnouncement,
  differencesOf,
  type Erasures,
  erasuresOf,
  type Present,
  presentList,
  type ReadBackup,
} from './compare.ts';
import { columnsOfTables, headOf, pagesOf, type Rows } from './read-list.ts';
import { type KeptTable, keptTables, tablesOfABackup, tablesOfAPerson } from './tables.ts';

export interface RestoreOptions {
  /** Keeps people who have joined since the backup; otherwise they are left out. */
  keepJoined: boolean;
  /** Where the list as it is goes first; nothing is written where nobody is on it. */
  replacedFile: string;
  /** Why sending is paused afterwards. */
  reason: string;
  /** For the audit. */
  action: string;
  /** Is told how many people of the backup were read. */
  onProgress?(people: number): void;
}

export interface Restored {
  /** On the list now. */
  people: number;
  /** Where the list is that was there before; undefined if there was none. */
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
interface Before {
  /** Its backup; undefined if nobody was on it. */
  replaced: Backup | undefined;
  /** Whether people were left out, who are not erased. */
  hasLeftOut: boolean;
}

/**
 * Takes a backup into a list, all or nothing.
 * For a person on the list and in the backup the newer state counts, so what they have decided since the backup stays decided.
 * A person who is only in the backup comes back, unless they were erased. All of the backup goes into an empty list, or one that was
 * moved away.
 * @param database opened by openAlone
 * @throws Error with a sentence while a server uses the list, or when the backup does not fit; the list is then unchanged
 */
export async function restoreBackup(
  database: Database,
  backup: ReadBackup,
  options: RestoreOptions,
): Promise<Restored> {
  const restored = await inTransaction(database, async () => {
    // Joins through a hosted function wait here: no server says that they use the list.
    await database.query('lock table waitlist.entries in exclusive mode');
    await refuseServers(database);

    const columns = await fittingColumns(database, backup);
    const present = await presentList(database, backup);
    const erasures = await erasuresOf(database, present);
    const restore: Restore = { database, backup, columns, erasures, options };
    const { replaced, hasLeftOut } = await takeIn[present](restore);
    await eraseAgain(restore);
    await continueNumbers(database, present === 'same' ? 0 : numbersSkipped);
    await holdEmails(restore, hasLeftOut);

    const { people } = await queryOne<{ people: number }>(
      database,
      'select count(*)::int as people from waitlist.entries',
    );
    await recordAction(database, options.action, people);
    return { people, replaced: replaced?.file };
  });
  if (database.kind === 'embedded') await removeErased(database, 'however long it takes');
  return restored;
}

/** How a backup is taken in, by what stands in its place. */
const takeIn: Record<Present, (restore: Restore) => Promise<Before>> = {
  empty: takeIntoEmpty,
  moved: takeIntoEmpty,
  same: takeIntoSame,
  another: takeInPlaceOfAnother,
};

/** All of the backup. A list that was moved away is not kept: it is where it was moved to. */
async function takeIntoEmpty(restore: Restore): Promise<Before> {
  const { database, columns } = restore;
  await setTriggers(database, 'disable');
  await empty(database);
  await storeBackup(restore, conflictsWithSeeds(columns));
  await setTriggers(database, 'enable');
  return { replaced: undefined, hasLeftOut: false };
}

/** What the list lacks of the backup, and what is newer in it. */
async function takeIntoSame(restore: Restore): Promise<Before> {
  const { database, backup, options } = restore;
  const replaced = await keepReplaced(database, options.replacedFile);
  const hasLeftOut = !options.keepJoined && (await leaveOutJoined(database, backup));
  await setTriggers(database, 'disable');
  await storeBackup(restore, conflictsOfSuppressions);
  await setTriggers(database, 'enable');
  return { replaced, hasLeftOut };
}

/** All of the backup, and of the list that was there what its people have decided; its people too, if they are to be kept. */
async function takeInPlaceOfAnother(restore: Restore): Promise<Before> {
  const { database, columns, options } = restore;
  const replaced = await keepReplaced(database, options.replacedFile);
  const decisions = await decisionsOf(database);
  const linkSecrets = await linkSecretsOf(database);
  await setTriggers(database, 'disable');
  await empty(database);
  await storeBackup(restore, conflictsWithSeeds(columns));
  if (replaced && options.keepJoined) await storeOthers(database, replaced, columns, linkSecrets);
  await storeDecisions(database, decisions);
  await setTriggers(database, 'enable');
  return { replaced, hasLeftOut: false };
}

/** Nothing is sent until the founder says so: the lost list may have sent it since the backup. */
async function holdEmails({ database, options }: Restore, hasLeftOut: boolean): Promise<void> {
  await database.query(
    `update waitlist.list_state
        set moved_to = null, moved_at = null, left_out_in_files = left_out_in_files or ($1::boolean and $2::text = 'embedded')`,
    [hasLeftOut, database.kind],
  );
  await database.query('select waitlist.pause_sending($1)', [options.reason]);
  await database.query('update waitlist.announcements set starts_at = null');
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

type Columns = Record<string, string[]>;

/**
 * The columns that are stored: those of the backup. Others, which later migrations have added, get their default.
 * @throws Error with a sentence when the backup has what this version does not know
 */
async function fittingColumns(database: Database, backup: Backup): Promise<Columns> {
  const { file, head } = backup;
  const known = await columnsOfTables(database);
  for (const [table, columns] of Object.entries(head.tables)) {
    const missing = columns.filter((column) => !known[table]?.includes(column));
    if (missing.length > 0)
      throw new Error(
        `${file} was written by an older version of this software, and this one has no ${table}.${missing[0]} any more. ` +
          'Restore it with that version, and start this one afterwards. Nothing was changed.',
      );
  }
  return head.tables;
}

/** Writes a backup of the list as it is; undefined where nobody is on it. */
async function keepReplaced(database: Database, file: string): Promise<Backup | undefined> {
  const head = await headOf(database);
  if (file === '' || head.lastEntry === '0') return undefined;
  return writeBackup(file, head, pagesOf(database, head));
}

/** Rows of the migrations stay, and those of the backup are stored over them: it may be of an earlier version, which had fewer. */
const seededTables = keptTables.filter(({ isSeeded }) => isSeeded);
const isSeeded = (table: string) => seededTables.some(({ name }) => name === table);

async function empty(database: Database): Promise<void> {
  const emptied = tablesOfABackup.filter((table) => !isSeeded(table));
  await database.query(`truncate ${emptied.map((table) => `waitlist.${table}`).join(', ')}`);
}

/** Evidence is only ever added to, and an empty list takes that of the backup. */
async function setTriggers(database: Database, how: 'enable' | 'disable'): Promise<void> {
  await database.query(`alter table waitlist.evidence ${how} trigger user`);
}

/** Stores what the list lacks, and what is newer in the backup. */
async function storeBackup(restore: Restore, conflicts: Conflicts): Promise<void> {
  const { database, backup, columns, erasures, options } = restore;
  // Before the people, whose emails name their announcements.
  const announcements = await storeAnnouncements(restore);
  let people = 0;
  for await (const { text, rows } of pagesIn(backup)) {
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
    people += rows.entries.length;
    options.onProgress?.(people);
    // Within the transaction, so that the log of an embedded list does not grow with the backup.
    const isLongEnough = people % peopleBetweenCheckpoints < rows.entries.length;
    if (database.kind === 'embedded' && isLongEnough) await database.query('checkpoint');
  }
}

const peopleBetweenCheckpoints = 50_000;

/** By the number that an announcement has in the backup: its number on this list. */
type AnnouncementNumbers = Record<number, number>;

/**
 * Stores the announcements that the list lacks. Their numbers follow those of the list, which may have given the numbers of the
 * backup to other announcements.
 * An announcement is on the list already if one of its name is. It may have another number there: a list that was restored from an
 * older backup did not know it, and the founder planned it again.
 */
async function storeAnnouncements({ database, backup, columns }: Restore): Promise<AnnouncementNumbers> {
  const here = await database.query<{ id: number; name: string }>(
    'select id, name from waitlist.announcements',
  );
  const numbersByName = new Map(here.map(({ id, name }) => [name, id]));
  const highest = Math.max(0, ...numbersByName.values());
  const numbers: AnnouncementNumbers = {};
  for (const { id, name } of backup.announcements) numbers[id] = numbersByName.get(name) ?? highest + id;

  const missing = backup.announcements.filter(({ name }) => !numbersByName.has(name));
  if (missing.length === 0) return numbers;
  const rows = { announcements: missing.map((announcement) => renumbered(announcement, numbers)) };
  await storeRows(database, JSON.stringify(rows), rows, { columns, conflicts: {} });
  return numbers;
}

/** An announcement of the backup with the numbers of this list, also in its audience. */
function renumbered(announcement: BackedUpAnnouncement, numbers: AnnouncementNumbers) {
  const numberHere = (id: number) => numbers[id];
  const { id, meant } = announcement;
  const sent = meant.sent?.map(numberHere);
  const notSent = meant.not_sent?.map(numberHere);
  return { ...announcement, id: numberHere(id), meant: { ...meant, sent, not_sent: notSent } };
}

/** The links that a change of address has ended are not in the backup, and must not work again. */
async function endLinks(database: Database, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    "delete from waitlist.email_links where entry_id = any ($1::bigint[]) and purpose <> 'leave'",
    [ids],
  );
}

/**
 * Erases people whom the backup knows to be erased, and who are there all the same: from a list that was restored from an older
 * backup, or because they were erased while the backup was being made. It computes the code of everybody, so it is done only where it
 * may matter.
 */
async function eraseAgain({ database, backup, erasures: { moments } }: Restore): Promise<void> {
  const begun = Date.parse(backup.head.startedAt) - 60_000;
  const isSuspect = [...backup.erasures].some(([code, at]) => at >= begun || !moments.has(code));
  if (!isSuspect) return;
  await database.query(
    `select waitlist.erase(array(
       select id from waitlist.entries join waitlist.erasures on code = waitlist.erasure_code(canonical)
        where joined_at <= erased_at
          and not exists (select from waitlist.evidence where entry_id = id and at > erased_at)), null)`,
  );
}

/** The keys of the links in a list's emails, as one text. */
async function linkSecretsOf(database: Database): Promise<string> {
  const { secrets } = await queryOne<{ secrets: string }>(
    database,
    'select (array[link_secret] || other_link_secrets)::text as secrets from waitlist.email_key',
  );
  return secrets;
}

/**
 * The people of another list, after those of the backup, and the keys of their links. A person whose address is in the backup too is
 * there already. Only their links are stored, because they have had emails from both lists.
 */
async function storeOthers(
  database: Database,
  others: Backup,
  columns: Columns,
  linkSecrets: string,
): Promise<void> {
  await database.query(
    'update waitlist.email_key set other_link_secrets = other_link_secrets || $1::text::bytea[]',
    [linkSecrets],
  );
  const newest = await queryOne<{ id: string }>(
    database,
    'select coalesce(max(id), 0)::text as id from waitlist.entries',
  );
  for await (const { text, rows } of pagesIn(others)) {
    if (!rows.entries) continue;
    const ids = rows.entries.map(({ id }) => Number(id));
    // Its announcements are not taken over.
    await storePeople(database, text, columns, { ids, newer: [], offset: newest.id, announcements: {} });
    await storeLinksOfKnown(database, text);
  }
}

/** The links of a page's people who are on the list under another number. One to a new address needs its email, and is left out. */
async function storeLinksOfKnown(database: Database, page: string): Promise<void> {
  await database.query(
    `insert into waitlist.email_links (hash, entry_id, purpose)
     select link.hash, known.id, link.purpose
       from json_populate_recordset(null::waitlist.email_links, $1::json -> 'email_links') as link
       join json_populate_recordset(null::waitlist.entries, $1::json -> 'entries') as person on person.id = link.entry_id
       join waitlist.entries as known on known.canonical = person.canonical
      where link.message_id is null
     on conflict do nothing`,
    [page],
  );
}

/** What the people of another list have decided: who left, by their addresses, and who gets no email, with the keys of these codes. */
interface Decisions {
  left: object[];
  suppressed: object[];
  secrets: string;
}

function decisionsOf(database: Database): Promise<Decisions> {
  return queryOne<Decisions>(
    database,
    `with gone as (
       select canonical, left_at,
              (select via from waitlist.evidence where entry_id = id and event = 'withdrew' order by at desc limit 1) as via
         from waitlist.entries where state = 'left'
     )
     select (select coalesce(json_agg(gone), '[]') from gone) as left,
            (select coalesce(json_agg(suppressions), '[]') from waitlist.suppressions) as suppressed,
            (select (array[secret] || other_secrets)::text from waitlist.email_key) as secrets`,
  );
}

async function storeDecisions(database: Database, { left, suppressed, secrets }: Decisions): Promise<void> {
  await database.query('update waitlist.email_key set other_secrets = other_secrets || $1::text::bytea[]', [
    secrets,
  ]);
  await database.query(
    `insert into waitlist.suppressions
     select * from json_populate_recordset(null::waitlist.suppressions, $1::json)
     on conflict do nothing`,
    [JSON.stringify(suppressed)],
  );
  await database.query(
    `select waitlist.leave(known.id, coalesce(decided.via, 'by hand'), decided.left_at)
       from json_to_recordset($1::json) as decided (canonical text, left_at timestamptz, via text)
       join waitlist.entries as known on known.canonical = decided.canonical
      where known.state = 'joined'`,
    [JSON.stringify(left)],
  );
}

/** People of a page who are to be stored. */
interface PeopleToStore {
  /** Of people who are not on the list. */
  ids: number[];
  /** Of people who are, and whose entry is taken from the page. */
  newer: number[];
  /** Is added to their numbers: they come from another list. */
  offset: string;
  /** An email of another announcement is left out. */
  announcements: AnnouncementNumbers;
}

/** Stores people of a page with all that is theirs. */
async function storePeople(
  database: Database,
  page: string,
  columns: Columns,
  { ids, newer, offset, announcements }: PeopleToStore,
): Promise<void> {
  const stored = await storeEntries(database, page, columns.entries ?? [], { ids, offset });
  const renewed = await renewEntries(database, page, columns.entries ?? [], newer);
  const people = [...stored, ...renewed];
  if (people.length === 0) return;
  for (const table of tablesOfAPerson) {
    const rows = { table, columns: columns[table] ?? [], people, offset, announcements };
    await storeRowsOfPeople(database, page, rows);
  }
}

/** Puts new entries in. @returns their numbers on this list */
async function storeEntries(
  database: Database,
  page: string,
  columns: readonly string[],
  { ids, offset }: { ids: number[]; offset: string },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const values = columns.map((column) => (column === 'id' ? 'id + $3::bigint' : column));
  const stored = await database.query<{ id: string }>(
    `insert into waitlist.entries (${columns.join(', ')}) overriding system value
     select ${values.join(', ')}
       from json_populate_recordset(null::waitlist.entries, $1::json -> 'entries')
      where id = any ($2::bigint[])
     on conflict do nothing
     returning id::text`,
    [page, ids, offset],
  );
  return stored.map(({ id }) => id);
}

/** Takes entries from the page, unless somebody else has the address by now. @returns the numbers of those that were taken */
async function renewEntries(
  database: Database,
  page: string,
  columns: readonly string[],
  ids: number[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const changed = columns.filter((column) => column !== 'id');
  const values = changed.map((column) => `people.${column}`);
  const renewed = await database.query<{ id: string }>(
    `update waitlist.entries as known
        set (${changed.join(', ')}) = (select ${values.join(', ')})
       from json_populate_recordset(null::waitlist.entries, $1::json -> 'entries') as people
      where known.id = people.id and known.id = any ($2::bigint[])
        and not exists (
          select from waitlist.entries as other where other.canonical = people.canonical and other.id <> people.id)
     returning known.id::text as id`,
    [page, ids],
  );
  return renewed.map(({ id }) => id);
}

interface RowsOfPeople {
  table: (typeof tablesOfAPerson)[number];
  columns: readonly string[];
  /** The numbers of the people on this list. */
  people: string[];
  offset: string;
  announcements: AnnouncementNumbers;
}

/** What is stored in a column, where it is not what the backup has: the numbers of this list. */
const valuesHere: Record<string, string> = {
  entry_id: 'entry_id + $3::bigint',
  announcement: '(select number from numbers where was = announcement)',
};

/** Stores what belongs to people of a page. */
async function storeRowsOfPeople(
  database: Database,
  page: string,
  { table, columns, people, offset, announcements }: RowsOfPeople,
): Promise<void> {
  if (columns.length === 0) return;
  const values = columns.map((column) => valuesHere[column] ?? column);
  const isWanted =
    table === 'outbox' ? '(announcement is null or announcement in (select was from numbers))' : 'true';
  await database.query(
    `with numbers as (
       select key::integer as was, value::integer as number from json_each_text($4::json)
     )
     insert into waitlist.${table} (${columns.join(', ')})
     select ${values.join(', ')}
       from json_populate_recordset(null::waitlist.${table}, $1::json -> '${table}')
      where entry_id + $3::bigint = any ($2::bigint[]) and ${isWanted}
     on conflict do nothing`,
    [page, people, offset, JSON.stringify(announcements)],
  );
}

/** By table: what a row of the backup does if there is one with its key already. In the other tables the one that is there stays. */
type Conflicts = Record<string, string>;

/** In a list that is not empty: a reason is taken that is only in the backup. */
const conflictsOfSuppressions: Conflicts = {
  suppressions: `on conflict (address_hash) do update set reason = excluded.reason, noted_at = excluded.noted_at
                  where suppressions.reason is null and excluded.reason is not null`,
};

/** In an empty list: the rows of the backup take the place of those that the migrations put in. */
function conflictsWithSeeds(columns: Columns): Conflicts {
  const conflicts: Conflicts = {};
  for (const table of seededTables) conflicts[table.name] = takingAllOf(table, columns[table.name] ?? []);
  return conflicts;
}

const takingAllOf = ({ key }: KeptTable, columns: readonly string[]) =>
  `on conflict (${key}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;

/** Stores the rows of a page that are not there yet. */
async function storeRows(
  database: Database,
  page: string,
  rows: Rows,
  { columns, conflicts }: { columns: Columns; conflicts: Conflicts },
): Promise<void> {
  for (const table of Object.keys(rows)) {
    const list = (columns[table] ?? []).join(', ');
    await database.query(
      `insert into waitlist.${table} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::waitlist.${table}, $1::json -> '${table}')
       ${conflicts[table] ?? 'on conflict do nothing'}`,
      [page],
    );
  }
}

/**
 * A list that starts again from a backup passes over this many numbers of entries. The lost list may have given the next ones to
 * others, and a later backup of it would otherwise be taken for the same people.
 */
const numbersSkipped = 1_000_000;

/** New rows get numbers after those that were stored. */
async function continueNumbers(database: Database, skipped: number): Promise<void> {
  const identities = await database.query<{ table: string; column: string; sequence: string }>(
    `select relname::text as table, attname::text as column,
            pg_get_serial_sequence('waitlist.' || quote_ident(relname), attname) as sequence
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'waitlist'::regnamespace and attidentity <> ''`,
  );
  for (const { table, column, sequence } of identities) {
    const gap = table === 'entries' ? skipped : 0;
    await database.query(
      `select setval('${sequence}', greatest(
         (select coalesce(max(${column}), 0) from waitlist.${table}) + ${gap} + 1, (select last_value + 1 from ${sequence})), false)::text`,
    );
  }
}
