import type { Database } from '../database/open-database.ts';
import { readSchemaVersions } from '../database/schema-versions.ts';

/** Rows, for the same reason as in list-entries.ts. */
const pageSize = 2000;

/**
 * Everything that is kept for longer than a day, table by table, as lines of JSON: first the versions of the schema, then
 * `["table",{row}]`, those that others refer to first. The count leaves the first line out.
 * @throws DatabaseUnavailable
 */
export async function* moveOut(database: Database): AsyncGenerator<{ text: string; count: number }> {
  yield { text: `${JSON.stringify({ migrations: await readSchemaVersions(database) })}\n`, count: 0 };
  const tables = await database.query<{ name: string }>('select name from waitlist.tables_to_move() as name');
  for (const { name } of tables) {
    let last: string | null = null;
    do {
      const rows: { row: string }[] = await database.query(
        'select row from waitlist.move_out($1, $2::text::jsonb, $3) as row',
        [name, last, pageSize],
      );
      if (rows.length > 0) {
        yield { text: rows.map(({ row }) => `["${name}",${row}]\n`).join(''), count: rows.length };
      }
      last = rows.length === pageSize ? (rows.at(-1)?.row ?? null) : null;
    } while (last !== null);
  }
}
