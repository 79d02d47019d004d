import type { Database } from '../database/database.ts';
import { storableEmail, storableText } from './storable-text.ts';

export interface Person {
  email: string;
  source: string;
}

export interface Preview {
  /** The sentence that a visitor would read; null for an address that can join. */
  error: string | null;
  /** All spellings of an address have one, and make one entry. */
  canonical: string;
  /** Whether the address already has an entry, be it of somebody who left. */
  isKnown: boolean;
}

/** How the join of each would be decided, in order, without joining anybody. @throws DatabaseUnavailable */
export async function previewImport(database: Database, people: Person[]): Promise<Preview[]> {
  return database.query<Preview>(
    `select waitlist.import_refusal(given.email, given.source) as error, address.canonical,
            exists (select from waitlist.entries where canonical = address.canonical) as "isKnown"
       from unnest($1::text[], $2::text[]) with ordinality as given (email, source, position),
            waitlist.canonical_address(waitlist.tidy_address(waitlist.trimmed(given.email))) as address (canonical)
      order by given.position`,
    parametersOf(people),
  );
}

/**
 * Joins all of them in one transaction, without limits: there is no visitor. Returns for each, in order, why it was refused;
 * null for those who are on the list now. @throws DatabaseUnavailable when none was stored
 */
export async function importPeople(database: Database, people: Person[]): Promise<(string | null)[]> {
  const [row] = await database.query<{ errors: (string | null)[] }>(
    'select errors from waitlist.import_set($1::text[], $2::text[])',
    parametersOf(people),
  );
  if (row?.errors.length !== people.length) throw new Error('waitlist.import_set did not decide each.');
  return row.errors;
}

function parametersOf(people: Person[]): string[][] {
  return [people.map(({ email }) => storableEmail(email)), people.map(({ source }) => storableText(source))];
}
