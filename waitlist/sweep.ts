import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../database/database.ts';

/** The privacy page says when a count is deleted: after its allowance's ten minutes and this interval. */
const sweepIntervalMs = 60_000;

/** A few milliseconds in which the embedded database answers nobody else. */
const rowsPerStatement = 2000;

/**
 * Deletes counts whose allowance is whole again and the keys of past days, in short statements between which joins are
 * served. `stopped` ends it early. @throws DatabaseUnavailable
 */
export async function sweep(database: Database, stopped: () => boolean = () => false): Promise<void> {
  let deleted: number;
  do {
    const [row] = await database.query<{ deleted: number }>('select waitlist.sweep($1) as deleted', [
      rowsPerStatement,
    ]);
    deleted = row?.deleted ?? 0;
    await nextTurn();
  } while (deleted === rowsPerStatement && !stopped());
}

/**
 * Sweeps every minute; several processes may. A sweep that fails is repeated a minute later. The returned function stops
 * it, and resolves when nothing is under way.
 */
export function startSweeping(database: Database): () => Promise<void> {
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = underWay.then(() => sweep(database, () => stopped)).catch(() => {});
  }, sweepIntervalMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await underWay;
  };
}
