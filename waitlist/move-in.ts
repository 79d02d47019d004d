import type { Database } from '../database/database.ts';
import { readSchemaVersions } from '../database/migrate.ts';
import { pauseSending } from './sending.ts';

/**
 * Prepares an empty list for the rows of another database of this product.
 * @param versions the schema's, as moveOut wrote them
 * @throws Error with a sentence for the operator when the schemas differ; StatementError when somebody is on the list
 */
export async function beginMove(database: Database, versions: string[]): Promise<void> {
  const own = await readSchemaVersions(database);
  if (own.join() !== versions.join()) {
    throw new Error(
      `The file was written by a database with ${versions.length} migrations (the last ${versions.at(-1)}), this one has ${own.length} (${own.at(-1)}). Bring both to the same version of this software first.`,
    );
  }
  await database.query('select waitlist.move_begin()');
  await pauseSending(database, 'the list was moved here from another database');
}

/** Stores rows of one table as they are, durably; rows that are there already stay. @param rows JSON of an array */
export async function moveIn(database: Database, table: string, rows: string): Promise<void> {
  await database.query('select waitlist.move_in($1, $2::text::jsonb)', [table, rows]);
}

/** To be called after the last row: new rows get numbers after those that were moved. */
export async function endMove(database: Database): Promise<void> {
  await database.query('select waitlist.move_end()');
}
