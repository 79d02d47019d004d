import type { Database } from '../../database/database.ts';
import { queryOne } from '../../database/query-one.ts';

/**
 * A list that starts again from a backup passes over this many numbers of these tables. The lost list may have given the next ones to
 * other rows. A later backup of it would otherwise be taken for the same people, and its rows of the audit would be left out.
 * Announcements are known by their names instead.
 */
const numbersSkipped = 1_000_000;
const tablesWithSkippedNumbers: readonly string[] = ['entries', 'audit'];

/**
 * What is added to the numbers of another list's rows, so that they come after those of the backup and after the numbers that are
 * passed over.
 * @returns a whole number as text
 * @throws DatabaseUnavailable
 */
export async function offsetOfOthers(database: Database, table: 'entries' | 'audit'): Promise<string> {
  const { offset } = await queryOne<{ offset: string }>(
    database,
    `select (coalesce(max(id), 0) + ${numbersSkipped})::text as offset from waitlist.${table}`,
  );
  return offset;
}

/**
 * New rows get numbers after those that were stored.
 * @param list.startsAgain whether the list starts again from a backup, and so passes over numbers
 * @throws DatabaseUnavailable
 */
export async function continueNumbers(
  database: Database,
  { startsAgain }: { startsAgain: boolean },
): Promise<void> {
  const identities = await database.query<{ table: string; column: string; sequence: string }>(
    `select relname::text as table, attname::text as column,
            pg_get_serial_sequence('waitlist.' || quote_ident(relname), attname) as sequence
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'waitlist'::regnamespace and attidentity <> ''`,
  );
  for (const { table, column, sequence } of identities) {
    const passesOver = startsAgain && tablesWithSkippedNumbers.includes(table);
    const gap = passesOver ? numbersSkipped : 0;
    await database.query(
      `select setval('${sequence}', greatest(
         (select coalesce(max(${column}), 0) from waitlist.${table}) + ${gap} + 1, (select last_value + 1 from ${sequence})), false)::text`,
    );
  }
}
