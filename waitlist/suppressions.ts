import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { storableEmail } from './address.ts';

/** Why another mail tool may not write to an address. */
export const importedReasons = ['unsubscribed', 'bounce', 'complaint'] as const;
export type ImportedReason = (typeof importedReasons)[number];

/** Why no email goes to an address. */
export const suppressionReasons = ['not-me', ...importedReasons] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

export interface Suppression {
  /** The code of the address, in hexadecimal. It names nobody. */
  code: string;
  reason: string;
  /** ISO 8601, UTC. */
  since: string;
}

const pageSize = 2000;

/** Pages of the addresses to which no email goes, by their codes. @throws DatabaseUnavailable */
export async function* listSuppressions(database: Database): AsyncGenerator<Suppression[]> {
  let after = '';
  for (;;) {
    const page = await database.query<Suppression>(
      `select encode(mailbox_code, 'hex') as code, reason, waitlist.iso(noted_at) as since
         from waitlist.suppressions
        where reason is not null and mailbox_code > decode($1, 'hex')
        order by mailbox_code limit ${pageSize}`,
      [after],
    );
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.code;
  }
}

/** Whether each is an address that could be suppressed. Nothing changes. @throws DatabaseUnavailable */
export async function whichAreAddresses(database: Database, emails: string[]): Promise<boolean[]> {
  const { areAddresses } = await queryOne<{ areAddresses: boolean[] }>(
    database,
    `select array(
       select canonical is not null
         from unnest((waitlist.tidy_addresses($1::text[], null)).canonicals) with ordinality as given (canonical, position)
        order by position) as "areAddresses"`,
    [emails.map(storableEmail)],
  );
  return areAddresses;
}

/** Ends all emails to these addresses. @returns whether each is an address at all @throws DatabaseUnavailable */
export async function suppressAddresses(
  database: Database,
  people: { email: string; reason: ImportedReason }[],
): Promise<boolean[]> {
  const { areAddresses } = await queryOne<{ areAddresses: boolean[] }>(
    database,
    'select waitlist.suppress_batch($1::text[], $2::text[]) as "areAddresses"',
    [people.map(({ email }) => storableEmail(email)), people.map(({ reason }) => reason)],
  );
  return areAddresses;
}
