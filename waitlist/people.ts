import { stored } from '../content/pages/privacy/stored.ts';
import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { storableEmail, storableText } from './address.ts';
import type { CommandAction } from './audit.ts';
import type { JoinRequest } from './join.ts';
import { filledWording } from './wording.ts';

/** All that is held about one person: rows by table, first `entries`. */
export type Held = Record<string, Record<string, unknown>[]>;

/**
 * All that is held about the person with this address; undefined when there is nothing. Without an entry there may be a code that an
 * erasure left, or an email about somebody else's change of address. @throws DatabaseUnavailable
 */
export async function findPerson(database: Database, address: string): Promise<Held | undefined> {
  const { held } = await queryOne<{ held: Held | null }>(
    database,
    'select waitlist.person_data(waitlist.canonical_of($1)) as held',
    [storableEmail(address)],
  );
  if (held === null) return undefined;
  // jsonb sorts its keys by their length.
  return { entries: held.entries ?? [], ...held };
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

/** Records that somebody has left the list; returns whether the address was on it. @throws DatabaseUnavailable */
export async function leaveList(database: Database, address: string): Promise<boolean> {
  const left = await database.query(
    // PostgreSQL may test the conditions of one `where` in any order, so the function that changes something stands alone.
    `with known as materialized (
       select id from waitlist.entries where canonical = waitlist.canonical_of($1)
     ), left_now as materialized (
       select from known where waitlist.leave(id, 'by hand')
     )
     select waitlist.record_action($2, 1) from left_now`,
    [storableEmail(address), 'person leave' satisfies CommandAction],
  );
  return left.length > 0;
}

/** Lets emails go to an address again; returns whether none went there. @throws DatabaseUnavailable */
export async function allowEmails(database: Database, address: string): Promise<boolean> {
  const allowed = await database.query(
    `with allowed as (
       delete from waitlist.suppressions
        where reason is not null and address_hash = any (waitlist.address_hashes(waitlist.canonical_of($1)))
       returning reason
     )
     select waitlist.record_action($2, 1) from allowed`,
    [storableEmail(address), 'person allow' satisfies CommandAction],
  );
  return allowed.length > 0;
}

export interface Imported {
  /** The sentence that a visitor would read; null for an address that can join. */
  error: string | null;
  /** The one form of all spellings of the address: they make one entry. */
  canonical: string;
  /** Whether the address was on the list before. */
  isKnown: boolean;
}

/**
 * Joins all new people in one transaction, without limits, unless it is a rehearsal. Says of each, in order, how it was decided.
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
