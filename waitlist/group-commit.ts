import { isCollision } from '../database/database-error.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';

interface Waiting<Item, Result> {
  item: Item;
  since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface GroupCommitOptions<Item, Result> {
  /** Runs one set in one transaction; gives one result for each item, in order. */
  run(items: Item[]): Promise<Result[]>;
  /** How many calls may be under way at once. */
  calls: number;
}

/** Enough to share a disk's write among, small enough that nobody waits for a long call. */
const largestSet = 512;

/** Beyond this many waiting, an honest 503 now is better than an answer after the visitor has given up. */
const longestQueue = 20_000;

/**
 * Milliseconds. A visitor's browser waits ten seconds and the database is given five (database/postgres): who has waited
 * longer than this for a call is told so now, and nothing of theirs is stored later.
 */
const longestWaitMs = 2500;

/**
 * So many waiting are worth a call beside those under way: this thread, PostgreSQL and a slow disk then work at the same
 * time. Fewer wait for the next one, because a call has a price of its own.
 */
const worthAnotherCall = 4;

/**
 * Lets items that arrive while a call is under way share the next one. No timer: the first never waits for others, and the
 * busier it is the larger the sets become.
 * Takes how to run a set; returns what takes one item, and since when it has been waiting (of performance.now()) where that
 * is longer, and resolves when the call that took it has ended.
 * An item that makes its set fail fails alone: the others are run again in halves.
 */
export function groupCommit<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
): (item: Item, since?: number) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let gathering = false;

  function start(): void {
    gathering = false;
    refuseThoseWhoWaitedTooLong();
    while (queue.length > 0 && underWay < options.calls) {
      if (underWay > 0 && queue.length < worthAnotherCall) return;
      const set = queue.slice(0, largestSet);
      queue = queue.slice(largestSet);
      underWay += 1;
      void settle(set, options.run).then(() => {
        underWay -= 1;
        startAfterThisTurn();
      });
    }
  }

  function refuseThoseWhoWaitedTooLong(): void {
    const before = performance.now() - longestWaitMs;
    const late = queue.filter(({ since }) => since <= before);
    if (late.length === 0) return;
    queue = queue.filter(({ since }) => since > before);
    for (const { reject } of late) {
      reject(new DatabaseUnavailable('The database took too long with the joins before.'));
    }
  }

  // The embedded PostgreSQL runs on this thread: started at once, a call would keep the requests that have already
  // arrived from being read, and every set would hold one row. So all that this turn of the event loop brings comes first.
  function startAfterThisTurn(): void {
    if (gathering || queue.length === 0) return;
    gathering = true;
    setImmediate(start);
  }

  return (item, since = performance.now()) =>
    new Promise((resolve, reject) => {
      if (queue.length >= longestQueue) {
        reject(new DatabaseUnavailable('More joins are waiting than the database can take.'));
        return;
      }
      queue.push({ item, since, resolve, reject });
      startAfterThisTurn();
    });
}

async function settle<Item, Result>(
  set: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const results = await runOnceMoreAfterCollision(set, run);
    for (const [index, { resolve }] of set.entries()) resolve(results[index] as Result);
  } catch (error) {
    if (set.length === 1 || error instanceof DatabaseUnavailable) {
      for (const { reject } of set) reject(error);
      return;
    }
    const half = Math.ceil(set.length / 2);
    await settle(set.slice(0, half), run);
    await settle(set.slice(half), run);
  }
}

async function runOnceMoreAfterCollision<Item, Result>(
  set: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const items = set.map(({ item }) => item);
  try {
    return await run(items);
  } catch (error) {
    if (!isCollision(error)) throw error;
    return await run(items);
  }
}
