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

/**
 * The check behind /readyz: whether the database takes joins now. It never throws. However often it is called, the database
 * is queried once a second at most. It has no time limit but the database's own: on a busy machine a second one would run out
 * before an answer that has arrived is read.
 */
export function createReadinessCheck(database: Database): () => Promise<boolean> {
  let latest: Promise<boolean> | undefined;
  return () => {
    latest ??= database
      .query(checkStatement)
      .then(Boolean, () => false)
      .finally(() => setTimeout(() => (latest = undefined), 1000).unref());
    return latest;
  };
}
