const minute = 60_000;

/**
 * What a PostgreSQL in single-user mode does not do by itself. Without checkpoints the log grew to 369 MB in 600,000
 * joins and a restart after a crash took 4 s; without vacuum the counts of the limits never give their space back.
 */
const upkeep = [
  { statement: 'checkpoint', every: 5 * minute },
  // What the sweep of old tries has deleted: a flood's rows give their space back within minutes.
  { statement: 'vacuum waitlist.tries, waitlist.breaker', every: 10 * minute },
  { statement: 'vacuum', every: 24 * 60 * minute },
];

/**
 * Starts the timers of an embedded database.
 * Takes how to run a statement; returns what stops them. They never keep the process alive, and one that fails (a full
 * disk) is simply due again.
 */
export function startUpkeep(run: (statement: string) => Promise<unknown>): () => void {
  const timers = upkeep.map(({ statement, every }) =>
    setInterval(() => void run(statement).catch(() => {}), every).unref(),
  );
  return () => timers.forEach(clearInterval);
}
