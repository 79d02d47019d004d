import type { Database } from './database.ts';

/**
 * Runs `work` in a transaction.
 * @param database must have one session only
 * @param kind how the transaction begins, such as `read only`
 * @throws what `work` throws, and nothing has changed
 */
export async function inTransaction<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
  kind = '',
): Promise<Result> {
  await database.query(`begin ${kind}`);
  try {
    // A host may end transactions that wait for a file to be read.
    await database.query('set local idle_in_transaction_session_timeout = 0');
    await database.query('set local statement_timeout = 0');
    // Without statistics PostgreSQL takes a page of rows for thousands, and compiles each statement for longer than it runs.
    await database.query('set local jit = off');
    const result = await work(database);
    await database.query('commit');
    return result;
  } catch (error) {
    // The first error says what is wrong.
    await database.query('rollback').catch(() => {});
    throw error;
  }
}
