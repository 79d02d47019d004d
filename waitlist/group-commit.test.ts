import { afterAll, expect, test, vi } from 'vitest';
import { DatabaseUnavailable, StatementError } from '../database/database.ts';
import { groupCommit } from './group-commit.ts';

// On a busy machine an item would wait too long in earnest.
vi.useFakeTimers({ toFake: ['performance'] });
afterAll(() => void vi.useRealTimers());

/** One round of the event loop, and what it set going. */
const yieldToEvents = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A run that the test ends, and that records its batches. */
function heldRun() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const run = (items: number[]) =>
    new Promise<number[]>((resolve) => {
      batches.push(items);
      ends.push(() => resolve(items.map((item) => item * 10)));
    });
  const endNext = async () => {
    ends.shift()?.();
    await yieldToEvents();
  };
  return { batches, run, endNext };
}

test('items that arrive at once share a batch, and later ones share the next', async () => {
  const { batches, run, endNext } = heldRun();
  const add = groupCommit(run, 1);
  const answers = [add(1), add(2)];
  await yieldToEvents();
  answers.push(add(3));
  await yieldToEvents();
  answers.push(add(4));
  await yieldToEvents();
  expect(batches).toEqual([[1, 2]]);
  let isThirdAnswered = false;
  void answers[2]?.then(() => (isThirdAnswered = true));
  await endNext();
  expect(batches[1]).toEqual([3, 4]);
  // It waits for the batch that took its own item.
  expect(isThirdAnswered).toBe(false);
  await endNext();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
});

test('a bad item fails alone', async () => {
  const add = groupCommit(async (items: number[]) => {
    if (items.includes(13)) throw new StatementError('thirteen', '22000');
    return items;
  }, 1);
  const items = [0, 1, 2, 13, 4, 5, 6, 7];
  const answers = await Promise.all(items.map((item) => add(item).catch(() => 'rejected')));
  expect(answers).toEqual(items.map((item) => (item === 13 ? 'rejected' : item)));
});

test('a batch is rejected while the database is away, and repeated after a collision', async () => {
  const run = vi.fn(async (items: number[]) => items);
  run.mockRejectedValueOnce(new DatabaseUnavailable('away'));
  const add = groupCommit(run, 1);
  const answers = await Promise.allSettled([add(1), add(2), add(3)]);
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
  run.mockRejectedValueOnce(new StatementError('deadlock detected', '40P01'));
  expect(await add(1)).toBe(1);
});

test('an item that has waited too long is rejected and never run', async () => {
  const { batches, run, endNext } = heldRun();
  const add = groupCommit(run, 1);
  const first = add(1);
  await yieldToEvents();
  const waited = add(2);
  vi.advanceTimersByTime(2000);
  const later = add(3);
  // As if it had waited before it was queued.
  const long = add(4, performance.now() - 2000);
  vi.advanceTimersByTime(1000);
  const refused = [waited, long].map((one) => expect(one).rejects.toThrow(DatabaseUnavailable));
  await endNext();
  await Promise.all(refused);
  await endNext();
  expect(await Promise.all([first, later])).toEqual([10, 30]);
  expect(batches).toEqual([[1], [3]]);
});

test('when twenty thousand wait the next is rejected, and those before it are not', async () => {
  const { run, endNext } = heldRun();
  const add = groupCommit(run, 1);
  const answers = Array.from({ length: 20_000 }, (_, item) => add(item));
  await expect(add(-1)).rejects.toThrow(DatabaseUnavailable);
  for (let batch = 0; batch < 50; batch += 1) await endNext();
  expect(await Promise.all(answers)).toHaveLength(20_000);
});
