/**
 * What a PostgreSQL in single-user mode does not do by itself. Without checkpoints the WAL grew to 369 MB in 600,000 joins and
 * a restart after a crash took 4 s; without vacuum the space of deleted rows is never reused.
 */
const tasks = [
  { statement: 'checkpoint', intervalMs: 5 * 60_000 },
  // So that the space of a flood's rows, which the sweep deletes, is reusable within minutes.
  { statement: 'vacuum waitlist.tries, waitlist.breaker, waitlist.entry_changes', intervalMs: 10 * 60_000 },
  { statement: 'vacuum', intervalMs: 24 * 3_600_000 },
];

/**
 * Starts the timers of an embedded database; the returned function stops them. They never keep the process alive, and a
 * statement that fails (a full disk) runs again after the next interval.
 */
export function startMaintenance(run: (statement: string) => Promise<unknown>): () => void {
  const timers = tasks.map(({ statement, intervalMs }) =>
    setInterval(() => void run(statement).catch(() => {}), intervalMs).unref(),
  );
  return () => timers.forEach(clearInterval);
}
