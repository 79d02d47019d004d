import type { Database } from './database.ts';

/**
 * Runs a statement that gives exactly one row, such as a count or a table with one row.
 * @throws DatabaseUnavailable, StatementError; Error when there is no row
 */
export async function queryOne<Row>(
  database: Pick<Database, 'query'>,
  sql: string,
  parameters?: readonly unknown[],
): Promise<Row> {
  const [row] = await database.query<Row>(sql, parameters);
  if (row === undefined) throw new Error(`The statement gave no row: ${sql.trim().split('\n')[0]}`);
  return row;
}
