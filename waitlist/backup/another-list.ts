// The case: a list was lost, a successor was begun, and then a backup of the lost list was found. The backup takes the place of the
// successor. What the successor's people have decided stays decided, and they are kept if the founder says so.
import type { Database } from '../../database/database.ts';
import { queryOne } from '../../database/query-one.ts';
import { type Backup, backupPages } from './backup-file.ts';
import { offsetOfOthers } from './numbers.ts';
import { storePeople } from './store-people.ts';
import { type Columns, laterErasureStays } from './store-rows.ts';

/** What is kept of a list whose place a backup of another takes. */
export interface AnotherList {
  decisions: Decisions;
  linkSecrets: string;
  /** The rows of its audit. */
  audit: object[];
}

/** Reads what is kept of a list before it is emptied. @throws DatabaseUnavailable */
export async function readAnotherList(database: Database): Promise<AnotherList> {
  const decisions = await decisionsOf(database);
  const linkSecrets = await linkSecretsOf(database);
  const { audit } = await queryOne<{ audit: object[] }>(
    database,
    "select coalesce(json_agg(audit order by id), '[]') as audit from waitlist.audit",
  );
  return { decisions, linkSecrets, audit };
}

/**
 * Stores what is kept of another list, after the backup that has taken its place.
 * @param people its backup, if its people are to be kept
 * @throws DatabaseUnavailable; StatementError when a row does not fit
 */
export async function storeAnotherList(
  database: Database,
  { decisions, linkSecrets, audit }: AnotherList,
  people: Backup | undefined,
  columns: Columns,
): Promise<void> {
  if (people) await storeOthers(database, people, columns, linkSecrets);
  await storeDecisions(database, decisions);
  await storeAudit(database, audit);
}

/**
 * Stores the audit of another list after that of the backup: the figures count its erasures, and what was done stays known. A backup
 * of two lists that became one has rows of both, which are there already.
 */
async function storeAudit(database: Database, audit: readonly object[]): Promise<void> {
  const offset = await offsetOfOthers(database, 'audit');
  await database.query(
    `insert into waitlist.audit (id, done_at, action, entries, is_erasure) overriding system value
     select id + $2::bigint, done_at, action, entries, is_erasure
       from json_populate_recordset(null::waitlist.audit, $1::json) as other
      where not exists (
        select from waitlist.audit as here
         where (here.done_at, here.action, here.entries) = (other.done_at, other.action, other.entries))`,
    [JSON.stringify(audit), offset],
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
 * Stores the people of another list, with numbers of their own, and the keys of their links. A person whose address is in the backup
 * too is there already: only their links are stored, because they have had emails from both lists.
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
  const offset = await offsetOfOthers(database, 'entries');
  for await (const { text, rows } of backupPages(others)) {
    if (!rows.entries) continue;
    const ids = rows.entries.map(({ id }) => String(id));
    // Its announcements are not taken over.
    await storePeople(database, text, columns, { ids, newer: [], offset, announcements: {} });
    await storeLinksOfKnown(database, text);
  }
}

/** The links of a page's people who are on the list under another number. One to a new address needs its email, and is left out. */
async function storeLinksOfKnown(database: Database, page: string): Promise<void> {
  await database.query(
    `insert into waitlist.email_links (hash, entry_id, purpose)
     select link.hash, here.id, link.purpose
       from json_populate_recordset(null::waitlist.email_links, $1::json -> 'email_links') as link
       join json_populate_recordset(null::waitlist.entries, $1::json -> 'entries') as person on person.id = link.entry_id
       join waitlist.entries as here on here.canonical = person.canonical
      where link.message_id is null
     on conflict do nothing`,
    [page],
  );
}

/**
 * What the people of another list have decided: who left, by their addresses, and who gets no email and who was erased, by codes. The
 * codes are of no use without the keys that they were made with.
 */
interface Decisions {
  left: object[];
  suppressed: object[];
  erased: object[];
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
            (select coalesce(json_agg(erasures), '[]') from waitlist.erasures) as erased,
            (select (array[secret] || other_secrets)::text from waitlist.email_key) as secrets`,
  );
}

async function storeDecisions(
  database: Database,
  { left, suppressed, erased, secrets }: Decisions,
): Promise<void> {
  await database.query('update waitlist.email_key set other_secrets = other_secrets || $1::text::bytea[]', [
    secrets,
  ]);
  await database.query(
    `insert into waitlist.suppressions
     select * from json_populate_recordset(null::waitlist.suppressions, $1::json)
     on conflict do nothing`,
    [JSON.stringify(suppressed)],
  );
  // Also of people who are not in this backup: a later one may have them.
  await database.query(
    `insert into waitlist.erasures
     select * from json_populate_recordset(null::waitlist.erasures, $1::json)
     ${laterErasureStays}`,
    [JSON.stringify(erased)],
  );
  await database.query(
    `select waitlist.leave_list(entry.id, coalesce(decided.via, 'by hand'), decided.left_at)
       from json_to_recordset($1::json) as decided (canonical text, left_at timestamptz, via text)
       join waitlist.entries as entry on entry.canonical = decided.canonical
      where entry.state = 'joined'`,
    [JSON.stringify(left)],
  );
}
