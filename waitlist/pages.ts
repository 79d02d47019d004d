import type { Database } from '../database/database.ts';

interface Page {
  /** Where the next page begins; null where there are no further rows. */
  pageEnd: string | null;
}

/**
 * Asks for page after page, until there is none. The embedded PostgreSQL answers nobody else during a statement, so a long list is
 * read and counted by pages. Some SQL functions give a page: they take the `page_end` of the page before, and give their own.
 * @param sql a statement whose rows all have the same `pageEnd`
 * @param parametersAfter the parameters of the page that begins after this place
 * @param from where the first page begins: 0 is before the first entry
 * @throws DatabaseUnavailable
 */
export async function* pages<Row extends Page>(
  database: Database,
  sql: string,
  parametersAfter: (after: string) => readonly unknown[],
  from = '0',
): AsyncGenerator<Row[]> {
  let after: string | null = from;
  while (after !== null) {
    const rows: Row[] = await database.query<Row>(sql, parametersAfter(after));
    if (rows.length > 0) yield rows;
    after = rows[0]?.pageEnd ?? null;
  }
}

/** The same for a statement whose page is one row. Throws as `pages` does. */
export async function* pagesOfOneRow<Row extends Page>(
  ...parameters: Parameters<typeof pages<Row>>
): AsyncGenerator<Row> {
  for await (const rows of pages<Row>(...parameters)) yield* rows;
}
