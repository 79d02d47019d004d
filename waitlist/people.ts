import { stored } from '../content/pages/privacy/stored.ts';
import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { storableEmail, storableText } from './address.ts';
import type { CommandAction } from './audit.ts';
import type { JoinRequest } from './join.ts';
import { filledWording } from './wording.ts';

/** All that is held about one person: rows by table, first `entries`. */
export type PersonData = Record<string, Record<string, unknown>[]>;

/**
 * All that is held about the person with this address; undefined when there is nothing. Without an entry there may be a code that an
 * erasure left, or an email about somebody else's change of address. @throws DatabaseUnavailable
 */
export async function readPersonData(database: Database, address: string): Promise<PersonData | undefined> {
  const { data } = await queryOne<{ data: PersonData | null }>(
    database,
    'select waitlist.person_data(waitlist.canonical_of($1)) as data',
    [storableEmail(address)],
  );
  if (data === null) return undefined;
  // jsonb sorts its keys by their length.
  return { entries: data.entries ?? [], ...data };
}

/**
 * What is held about a person as JSON for themselves, with what each column is, what it is for and how long it is kept, in the
 * privacy policy's words, and the words that they agreed to when they joined and when they confirmed.
 */
export function personFile(data: PersonData): string {
  const wordsOf = (wanted: unknown, part: 'words' | 'confirmation') => {
    const words = data.wordings?.find(({ version }) => version === wanted)?.[part];
    return typeof words === 'string' ? filledWording(words) : null;
  };
  const entry = data.entries?.[0];
  const confirmed = data.evidence?.find(
    ({ event, at }) => event === 'confirmed' && at === entry?.confirmed_at,
  );
  const consent = wordsOf(entry?.consent_wording, 'words');
  const confirmation = wordsOf(confirmed?.wording, 'confirmation');
  const meaning: Record<string, Record<string, string>> = {};
  for (const [table, { howLong, columns }] of Object.entries(stored.tables))
    if (table in data)
      meaning[table] = Object.fromEntries(
        Object.entries(columns).map(([column, { what, why }]) => [column, `${what}. ${why} ${howLong}`]),
      );
  return `${JSON.stringify({ held: data, consent, confirmation, meaning }, undefined, 2)}\n`;
}

/** Records that somebody has left the list; returns whether the address was on it. @throws DatabaseUnavailable */
export async function leaveList(database: Database, address: string): Promise<boolean> {
  const left = await database.query(
    // PostgreSQL may test the conditions of one `where` in any order, so the function that changes something stands alone.
    `with person as materialized (
       select id from waitlist.entries where canonical = waitlist.canonical_of($1)
     ), left_now as materialized (
       select from person where waitlist.leave_list(id, 'by hand')
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
        where reason is not null and mailbox_code = any (waitlist.mailbox_codes(waitlist.canonical_of($1)))
       returning reason
     )
     select waitlist.record_action($2, 1) from allowed`,
    [storableEmail(address), 'person allow' satisfies CommandAction],
  );
  return allowed.length > 0;
}

export interface ImportResult {
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
): Promise<ImportResult[]> {
  const joins = people.map(({ email, source }) => ({
    email: storableEmail(email),
    source: storableText(source),
  }));
  return database.query<ImportResult>(
    'select error, canonical, is_known as "isKnown" from waitlist.import_batch($1::jsonb, $2)',
    [JSON.stringify(joins), isRehearsal],
  );
}
