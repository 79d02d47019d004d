import type { Database } from '../database/database.ts';
import { readSchemaVersions } from '../database/migrate.ts';

/** Rows, for the same reason as in list-entries.ts. */
const pageSize = 2000;

/** PostgreSQL's pages of 8 kB, with about as many rows. */
const pagesAtOnce = 32;

/**
 * Everything that is kept for longer than a day, table by table, as lines of JSON: first the versions of the schema, then
 * `["table",{row}]`, referenced tables first. The count leaves the first line out.
 * @throws DatabaseUnavailable
 */
export async function* moveOut(database: Database): AsyncGenerator<{ text: string; count: number }> {
  yield { text: `${JSON.stringify({ migrations: await readSchemaVersions(database) })}\n`, count: 0 };
  const tables = await database.query<{ name: string; pages: number | null }>(
    'select name, waitlist.pages_to_move(name)::int as pages from waitlist.tables_to_move() as name',
  );
  for (const { name, pages } of tables) {
    const found = pages === null ? byKey(database, name) : byPages(database, name, pages);
    for await (const rows of found) {
      if (rows.length > 0)
        yield { text: rows.map((row) => `["${name}",${row}]\n`).join(''), count: rows.length };
    }
  }
}

async function* byKey(database: Database, table: string): AsyncGenerator<string[]> {
  let last: string | null = null;
  do {
    const rows: { row: string }[] = await database.query(
      'select row from waitlist.move_out($1, $2::text::jsonb, $3) as row',
      [table, last, pageSize],
    );
    yield rows.map(({ row }) => row);
    last = rows.length === pageSize ? (rows.at(-1)?.row ?? null) : null;
  } while (last !== null);
}

async function* byPages(database: Database, table: string, pages: number): AsyncGenerator<string[]> {
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const rows: { row: string }[] = await database.query(
      'select row from waitlist.move_out_pages($1, $2, $3) as row',
      [table, page, pagesAtOnce],
    );
    yield rows.map(({ row }) => row);
  }
}
