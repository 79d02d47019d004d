import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../database/open-database.ts';

/** Milliseconds. The privacy page says when a count is gone: its allowance's ten minutes and this. */
const sweepEveryMs = 60_000;

/** Of 8 kB, in one call: some 2,000 rows, a few milliseconds in which the embedded database answers nobody else. */
const pagesPerCall = 32;

/**
 * Deletes the counts that mean nothing any more and the keys of days gone by, in short calls between which others are served.
 * Takes an open database; `stopped` ends it early. Throws DatabaseUnavailable when the database cannot answer.
 */
export async function sweep(database: Database, stopped: () => boolean = () => false): Promise<void> {
  let page: string | null = '0';
  while (page !== null && !stopped()) {
    const [row]: { page: string | null }[] = await database.query(
      'select waitlist.sweep($1::bigint, $2::integer)::text as page',
      [page, pagesPerCall],
    );
    page = row?.page ?? null;
    await nextTurn();
  }
}

/**
 * Sweeps every minute. Of several processes each does: what one has deleted the next finds gone.
 * Takes an open database; returns what ends it, and resolves when nothing is under way. A sweep that fails is due again a
 * minute later.
 */
export function startSweeping(database: Database): () => Promise<void> {
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = underWay.then(() => sweep(database, () => stopped)).catch(() => {});
  }, sweepEveryMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await underWay;
  };
}
