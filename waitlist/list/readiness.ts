import type { Database } from '../../database/database.ts';

/**
 * Tests what a join needs, without a join: a primary that takes writes, a list that was not moved away, no lock on its tables, and a
 * commit that becomes as durable as a join's (on the disk, and on a synchronous standby). The message stores nothing. Without it the
 * transaction would write nothing, and its commit would wait neither for the disk nor for the standby.
 */
const checkStatement = `do $$ begin
  if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if;
  if waitlist.was_moved() then raise object_not_in_prerequisite_state; end if;
  set local lock_timeout = '1s';
  lock table waitlist.entries, waitlist.rate_limits, waitlist.joins_of_minute in row exclusive mode;
  perform pg_catalog.pg_logical_emit_message(true, 'waitlist', 'ready');
end $$`;

/**
 * The check behind /readyz: whether the database takes joins now. It never throws. It queries the database once a second at most,
 * however often it is called. The database's own time limit is its only one: on a busy machine a second limit would run out before
 * the process reads an answer that has arrived.
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
