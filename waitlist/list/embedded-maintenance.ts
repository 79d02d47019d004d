import type { Database } from '../../database/database.ts';
import { repeat } from '../../system/repeat.ts';
import { eraseIntervalMs, maintainAtNight, nextNight, removeErased } from './erased-files.ts';
import { refuseMoved } from './moved.ts';

/** Single-user mode does none of this by itself. Without checkpoints 600,000 joins left 369 MB of WAL, and 4 s of recovery. */
export const maintenance = [
  { statement: 'checkpoint', intervalMs: 5 * 60_000 },
  // The sweep deletes the rows of a flood. Their space is reusable within minutes.
  { statement: 'vacuum waitlist.rate_limits', intervalMs: 10 * 60_000 },
];

/**
 * What an embedded list does by itself while it is open: its maintenance, and the removal of erased people from its files.
 * A statement that fails (a full disk, say) runs again after the next interval.
 * @returns a function that stops it
 * @throws Error with a sentence when the list was moved away; DatabaseUnavailable
 */
export async function startMaintenance(database: Database): Promise<() => void> {
  await refuseMoved(database);
  // An erasure that was cut short, or that a command asked for.
  await removeErased(database, 'if it is quick');
  const stops = maintenance.map(({ statement, intervalMs }) =>
    repeat(() => database.query(statement), intervalMs),
  );
  stops.push(repeat(() => removeErased(database, 'if it is quick'), eraseIntervalMs));
  const stopNights = maintainEachNight(database);
  return () => {
    // Closing the database waits for what is under way.
    for (const stop of stops) void stop();
    stopNights();
  };
}

function maintainEachNight(database: Database): () => void {
  let timer: NodeJS.Timeout;
  function waitForNight(): void {
    const now = new Date();
    timer = setTimeout(() => {
      waitForNight();
      maintainAtNight(database).catch(() => {});
    }, nextNight(now).getTime() - now.getTime()).unref();
  }
  waitForNight();
  return () => clearTimeout(timer);
}
