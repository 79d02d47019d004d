import { stored } from '../content/pages/privacy/stored.ts';
import type { Database } from '../database/database.ts';
import { type JoinRequest, storableEmail, storableText } from './join.ts';
import { filledWording } from './wording.ts';

/** All that is held about one person: rows by table, first `entries`. */
export type Held = Record<string, Record<string, unknown>[]>;

const canonical = '(select (waitlist.tidy(array[$1], null)).canonicals[1])';

/** Every spelling of an address finds its one entry, as in waitlist.join_batch. */
const entryOf = `select id from waitlist.entries where canonical = ${canonical}`;

/** What outlives an erasure: a hash of the address, so that nobody writes to it again. */
const suppressionOf = `address_hash = any (waitlist.address_hashes(${canonical}))`;

/**
 * All that is held about whoever has this address; undefined when there is nothing. Without an entry there may be a code that an
 * erasure left, or an email about somebody else's change of address. @throws DatabaseUnavailable
 */
export async function findPerson(database: Database, address: string): Promise<Held | undefined> {
  const [row] = await database.query<{ held: Held | null }>(
    `select waitlist.person_data(${canonical}) as held`,
    [storableEmail(address)],
  );
  if (!row?.held) return undefined;
  // jsonb sorts its keys by their length.
  return { entries: row.held.entries ?? [], ...row.held };
}

/**
 * What is held about a person as JSON for themselves, with what each column is, what it is for and how long it is kept, in the
 * privacy policy's words, and the words that they agreed to when they joined and when they confirmed.
 */
export function personFile(held: Held): string {
  const wordsOf = (wanted: unknown, part: 'words' | 'confirmation') => {
    const words = held.wordings?.find(({ version }) => version === wanted)?.[part];
    return typeof words === 'string' ? filledWording(words) : null;
  };
  const entry = held.entries?.[0];
  const confirmed = held.evidence?.find(
    ({ event, at }) => event === 'confirmed' && at === entry?.confirmed_at,
  );
  const consent = wordsOf(entry?.consent_wording, 'words');
  const confirmation = wordsOf(confirmed?.wording, 'confirmation');
  const meaning: Record<string, Record<string, string>> = {};
  for (const [table, { howLong, columns }] of Object.entries(stored.tables))
    if (table in held)
      meaning[table] = Object.fromEntries(
        Object.entries(columns).map(([column, { what, why }]) => [column, `${what}. ${why} ${howLong}`]),
      );
  return `${JSON.stringify({ held, consent, confirmation, meaning }, undefined, 2)}\n`;
}

/**
 * Erases an address wherever it stands, the target of somebody's change of address included; returns whether it was known.
 * @throws DatabaseUnavailable
 */
export async function erasePerson(database: Database, address: string): Promise<boolean> {
  const [row] = await database.query<{ known: boolean }>(
    `select waitlist.erase_address(${canonical}, 'person erase') as known`,
    [storableEmail(address)],
  );
  return row?.known === true;
}

/** Records that somebody has left the list; returns whether the address was on it. @throws DatabaseUnavailable */
export const leaveList = (database: Database, address: string): Promise<boolean> =>
  change(
    database,
    'person leave',
    `update waitlist.entries set state = 'left' where state <> 'left' and id in (${entryOf}) returning id`,
    address,
  );

/** Lets emails go to an address again; returns whether none went there. @throws DatabaseUnavailable */
export const allowEmails = (database: Database, address: string): Promise<boolean> =>
  change(
    database,
    'person allow',
    `delete from waitlist.suppressions where reason is not null and ${suppressionOf} returning reason`,
    address,
  );

/** Does it and records that it was done, in one statement; returns whether there was something to do. */
async function change(database: Database, action: string, sql: string, address: string): Promise<boolean> {
  const rows = await database.query(
    `with changed as (${sql})
     insert into waitlist.audit (action, entries) select $2, 1 from changed returning id`,
    [storableEmail(address), action],
  );
  return rows.length > 0;
}

/** Records what was done to how many entries, without saying whose. @throws DatabaseUnavailable */
export async function recordAction(database: Database, action: string, entries: number): Promise<void> {
  await database.query('insert into waitlist.audit (action, entries) values ($1, $2)', [action, entries]);
}

export interface Imported {
  /** The sentence that a visitor would read; null for an address that can join. */
  error: string | null;
  /** All spellings of an address have one, and make one entry. */
  canonical: string;
  /** Whether the address was on the list before. */
  isKnown: boolean;
}

/**
 * Joins all who are new in one transaction, without limits, unless it is a rehearsal. Says of each, in order, how it was decided.
 * @throws DatabaseUnavailable when none was stored
 */
export function importPeople(
  database: Database,
  people: Pick<JoinRequest, 'email' | 'source'>[],
  isRehearsal: boolean,
): Promise<Imported[]> {
  const emails = people.map(({ email }) => storableEmail(email));
  const sources = people.map(({ source }) => storableText(source));
  return database.query<Imported>(
    'select error, canonical, is_known as "isKnown" from waitlist.import_batch($1::text[], $2::text[], $3)',
    [emails, sources, isRehearsal],
  );
}
