import type { Database } from './database.ts';

/** How long an outcome is reused, and how long a check may take. */
const cachedMs = 1000;
const checkTimeoutMs = 2000;

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
 * is queried once a second at most: callers share the check that is under way. A check that takes longer than two seconds has
 * failed. After a failure only the caller that starts the next check waits for it; the others get false at once.
 */
export function createReadinessCheck(database: Database): () => Promise<boolean> {
  // Ready until shown otherwise, so that the first callers share the first check.
  let outcome = true;
  let cachedUntil = 0;
  let underWay: Promise<boolean> | undefined;

  function check(): Promise<boolean> {
    const answered = database.query(checkStatement).then(
      () => true,
      () => false,
    );
    const decided = Promise.race([answered, falseAfter(checkTimeoutMs, answered)]).then((ready) => {
      outcome = ready;
      return ready;
    });
    void answered.then(async () => {
      await decided;
      cachedUntil = performance.now() + cachedMs;
      underWay = undefined;
    });
    return decided;
  }

  return async () => {
    if (underWay) return outcome && underWay;
    if (performance.now() < cachedUntil) return outcome;
    underWay = check();
    return underWay;
  };
}

/** Resolves to false after `ms` milliseconds, unless `other` has settled by then. */
function falseAfter(ms: number, other: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void other.then(() => clearTimeout(timer));
  });
}
