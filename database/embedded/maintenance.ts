/**
 * What a PostgreSQL in single-user mode does not do by itself. Without checkpoints the log grew to 369 MB in 600,000
 * joins and a restart after a crash took 4 s; without vacuum deleted rows never give their space back.
 */
const tasks = [
  { statement: 'checkpoint', intervalMs: 5 * 60_000 },
  // A flood's rows, which the sweep deletes, give their space back within minutes.
  { statement: 'vacuum waitlist.tries, waitlist.breaker, waitlist.entry_changes', intervalMs: 10 * 60_000 },
  { statement: 'vacuum', intervalMs: 24 * 3_600_000 },
];

/**
 * Starts the timers of an embedded database; the returned function stops them. They never keep the process alive, and a
 * statement that fails (a full disk) is due again at its next time.
 */
export function startMaintenance(run: (statement: string) => Promise<unknown>): () => void {
  const timers = tasks.map(({ statement, intervalMs }) =>
    setInterval(() => void run(statement).catch(() => {}), intervalMs).unref(),
  );
  return () => timers.forEach(clearInterval);
}
