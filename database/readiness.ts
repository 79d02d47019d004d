import type { Database } from './database.ts';

/**
 * Tests what a join needs, without a join: a primary that takes writes, no lock on the list's tables, and a commit that becomes
 * as durable as a join's (on the disk, and on a synchronous standby). The message stores nothing; it is there because the
 * commit of a transaction that wrote nothing waits for neither.
 */
const checkStatement = `do $$ begin
  if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if;
  set local lock_timeout = '1s';
  lock table waitlist.entries, waitlist.rate_limits in row exclusive mode;
  perform pg_catalog.pg_logical_emit_message(true, 'waitlist', 'ready');
end $$`;

/** How long an outcome is reused. */
const cachedMs = 1000;

/**
 * The check behind /readyz: whether the database takes joins now. It never throws. However often it is called, the database
 * is queried once a second at most: callers share the check that is under way. After a failure only the caller that starts the
 * next check waits for it; the others get false at once.
 * It has no time limit but the database's own: on a busy machine a second one would run out before an answer that has arrived
 * is read.
 */
export function createReadinessCheck(database: Database): () => Promise<boolean> {
  // Ready until shown otherwise, so that the first callers share the first check.
  let outcome = true;
  let cachedUntil = 0;
  let underWay: Promise<boolean> | undefined;

  async function check(): Promise<boolean> {
    outcome = await database.query(checkStatement).then(
      () => true,
      () => false,
    );
    cachedUntil = performance.now() + cachedMs;
    underWay = undefined;
    return outcome;
  }

  return async () => {
    if (underWay) return outcome && underWay;
    if (performance.now() < cachedUntil) return outcome;
    underWay = check();
    return underWay;
  };
}
