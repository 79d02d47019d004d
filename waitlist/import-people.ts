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
    `select waitlist.refusal_sentence(given.verdict) as error, given.canonical, known.id is not null as "isKnown"
       from waitlist.tidy_import($1::text[], $2::text[]) as tidied
      cross join unnest(tidied.canonicals, tidied.verdicts) with ordinality as given (canonical, verdict, turn)
       left join waitlist.entries as known on known.canonical = given.canonical
      order by given.turn`,
    parametersOf(people),
  );
}

/**
 * Joins all of them in one transaction, without limits: there is no visitor. Returns for each, in order, why it was refused;
 * null for those who are on the list now. @throws DatabaseUnavailable when none was stored
 */
export async function importPeople(database: Database, people: Person[]): Promise<(string | null)[]> {
  const [row] = await database.query<{ errors: (string | null)[] }>(
    'select errors from waitlist.import_batch($1::text[], $2::text[])',
    parametersOf(people),
  );
  if (row?.errors.length !== people.length) throw new Error('waitlist.import_batch did not decide each.');
  return row.errors;
}

function parametersOf(people: Person[]): string[][] {
  return [people.map(({ email }) => storableEmail(email)), people.map(({ source }) => storableText(source))];
}
