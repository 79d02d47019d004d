import type { Session } from './database.ts';

/**
 * Runs `work` in a transaction.
 * @param session what `work` is called with
 * @param kind how the transaction begins, such as `read only`
 * @throws what `work` throws, and nothing has changed
 */
export async function inTransaction<Connection extends Pick<Session, 'query' | 'isOneSession'>, Result>(
  session: Connection,
  work: (session: Connection) => Promise<Result>,
  kind = '',
): Promise<Result> {
  await session.query(`begin ${kind}`);
  try {
    // A host may end transactions that wait for a file to be read.
    await session.query('set local idle_in_transaction_session_timeout = 0');
    await session.query('set local statement_timeout = 0');
    // Without statistics PostgreSQL takes a page of rows for thousands, and compiles each statement for longer than it runs.
    await session.query('set local jit = off');
    const result = await work(session);
    await session.query('commit');
    return result;
  } catch (error) {
    // The first error says what is wrong; a rollback that fails because the connection is gone says nothing more.
    await session.query('rollback').catch(() => {});
    throw error;
  }
}
