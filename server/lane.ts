import { DatabaseUnavailable } from '../database/database.ts';

/** Runs work when it has a place in the lane. It throws what the work throws, and DatabaseUnavailable when the lane is full. */
export type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a lane for work of one kind. Some of it runs at once, some waits for a place, and the rest is refused. Work in one lane never
 * waits for work in another.
 */
export function createLane({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Lane {
  const waiting: (() => void)[] = [];
  let running = 0;

  function waitForPlace(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    return promise;
  }

  return async function inLane<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1;
    else if (waiting.length < maxWaiting) await waitForPlace();
    else throw new DatabaseUnavailable('Too many requests are waiting for the database.');
    try {
      return await work();
    } finally {
      // The next one takes over the place of this one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
