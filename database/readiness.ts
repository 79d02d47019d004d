import type { Database } from './open-database.ts';

/** How long an outcome stands, and how long a check may take, in milliseconds. */
const standsForMs = 1000;
const checkTimeoutMs = 2000;

/**
 * What a join needs, without a join: a primary that takes writes, the list's tables not held by a lock, and a commit that
 * becomes as durable as a join's (on the disk, and on the standby where one is waited for). The message stores nothing;
 * a transaction that writes nothing would not be waited for.
 */
const writeNothing = `do $$ begin
  if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if;
  set local lock_timeout = '1s';
  lock table waitlist.entries, waitlist.tries in row exclusive mode;
  perform pg_catalog.pg_logical_emit_message(true, 'waitlist', 'ready');
end $$`;

/**
 * Whether the database takes joins now, for /readyz.
 * Takes an open database; returns the check, which never throws. However often it is called the database is asked once a
 * second at most: callers share the check that is under way. One that takes longer than two seconds counts as failed, and
 * until the next has succeeded nobody but the one who starts it waits for it.
 */
export function createReadiness(database: Database): () => Promise<boolean> {
  // Before the first check nothing speaks against the database: those who come together share it.
  let outcome = true;
  let standsUntil = 0;
  let underWay: Promise<boolean> | undefined;

  function check(): Promise<boolean> {
    const answered = database.query(writeNothing).then(
      () => true,
      () => false,
    );
    const decided = Promise.race([answered, lateAfter(checkTimeoutMs, answered)]).then((ready) => {
      outcome = ready;
      return ready;
    });
    void answered.then(async () => {
      await decided;
      standsUntil = performance.now() + standsForMs;
      underWay = undefined;
    });
    return decided;
  }

  return async () => {
    if (underWay) return outcome && underWay;
    if (performance.now() < standsUntil) return outcome;
    underWay = check();
    return underWay;
  };
}

/** False after so many milliseconds, unless the other is decided by then. */
function lateAfter(ms: number, other: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void other.then(() => clearTimeout(timer));
  });
}
