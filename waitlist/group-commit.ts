import { setImmediate } from 'node:timers';
import { DatabaseUnavailable, isCollision } from '../database/database.ts';

interface Queued<Item, Result> {
  item: Item;
  queuedAt: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Large enough to share one fsync among many, small enough that a statement stays short. */
const maxBatchSize = 512;

/** Beyond this many an honest 503 now is better than an answer after the visitor has given up. */
const maxQueueLength = 20_000;

/** A part of the ten seconds of a join (decision 12). An item that has waited longer for its batch is rejected and never stored. */
const maxWaitMs = 2500;

/** Smaller ones wait for a batch under way: each costs a millisecond of its own, and the queue grows (decision 12). */
const minExtraBatchSize = 32;

/**
 * Group commit: items that arrive while a batch is under way share the next one. No timer: the first never waits for others,
 * and the busier it is the larger the batches become. An item that makes its batch fail fails alone: the batch is run again in
 * halves.
 * @param run runs one batch in one transaction; returns one result for each item, in order
 * @returns a function that queues one item and resolves when its batch is committed. It throws DatabaseUnavailable when the
 * queue is full or the item has waited too long; `queuedAt` (of `performance.now()`) is when its wait began, if not now.
 */
export function groupCommit<Item, Result>(run: (items: Item[]) => Promise<Result[]>, maxBatches: number) {
  let queue: Queued<Item, Result>[] = [];
  let batchesUnderWay = 0;
  let isScheduled = false;

  function startBatches(): void {
    isScheduled = false;
    const oldest = performance.now() - maxWaitMs;
    for (const { queuedAt, reject } of queue)
      if (queuedAt <= oldest)
        reject(new DatabaseUnavailable('The database took too long with the joins before.'));
    queue = queue.filter(({ queuedAt }) => queuedAt > oldest);
    while (queue.length > 0 && batchesUnderWay < maxBatches) {
      if (batchesUnderWay > 0 && queue.length < minExtraBatchSize) return;
      const batch = queue.slice(0, maxBatchSize);
      queue = queue.slice(maxBatchSize);
      batchesUnderWay += 1;
      void settle(batch).then(() => {
        batchesUnderWay -= 1;
        schedule();
      });
    }
  }

  // Started at once, a batch would hold one row. After this round of the event loop it holds all joins that have already arrived.
  function schedule(): void {
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    setImmediate(startBatches);
  }

  async function settle(batch: Queued<Item, Result>[]): Promise<void> {
    const items = batch.map(({ item }) => item);
    try {
      const results = await run(items).catch((error: unknown) => {
        if (!isCollision(error)) throw error;
        return run(items);
      });
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || error instanceof DatabaseUnavailable) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, half));
      await settle(batch.slice(half));
    }
  }

  return (item: Item, queuedAt = performance.now()) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.length >= maxQueueLength) {
        reject(new DatabaseUnavailable('More joins are waiting than the database can take.'));
        return;
      }
      queue.push({ item, queuedAt, resolve, reject });
      schedule();
    });
}
