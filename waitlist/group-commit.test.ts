import { expect, onTestFinished, test, vi } from 'vitest';
import { StatementFault } from '../database/database-error.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import { groupCommit } from './group-commit.ts';

/** One turn of the event loop, and what it set going. */
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A run that ends when it is told to, and remembers the sets that it was given. */
function heldRun() {
  const sets: number[][] = [];
  const ends: (() => void)[] = [];
  const run = (items: number[]) =>
    new Promise<number[]>((resolve) => {
      sets.push(items);
      ends.push(() => resolve(items.map((item) => item * 10)));
    });
  const endNext = async () => {
    ends.shift()?.();
    await turn();
  };
  return { sets, run, endNext };
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test('those of one turn share a call, and those that arrive meanwhile the next', async () => {
  const { sets, run, endNext } = heldRun();
  const add = groupCommit({ run, calls: 1 });
  const answers = [add(1), add(2)];
  await turn();
  expect(sets).toEqual([[1, 2]]);
  answers.push(add(3));
  await turn();
  answers.push(add(4));
  await turn();
  expect(sets).toEqual([[1, 2]]);
  await endNext();
  expect(sets).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await endNext();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
});

test('an answer waits for the call that took its own item', async () => {
  const { run, endNext } = heldRun();
  const add = groupCommit({ run, calls: 1 });
  let answered = false;
  const first = add(1);
  await turn();
  const second = add(2).then(() => {
    answered = true;
  });
  await endNext();
  await first;
  expect(answered).toBe(false);
  await endNext();
  await second;
});

test('a second call starts beside the first when enough wait for it, and no more than allowed', async () => {
  const { sets, run, endNext } = heldRun();
  const add = groupCommit({ run, calls: 2 });
  const answers = [add(0)];
  await turn();
  answers.push(...numbers(1, 3).map(add));
  await turn();
  expect(sets).toHaveLength(1);
  answers.push(add(4));
  await turn();
  expect(sets.map((set) => set.length)).toEqual([1, 4]);
  answers.push(...numbers(5, 100).map(add));
  await turn();
  expect(sets).toHaveLength(2);
  for (let call = 0; call < 3; call += 1) await endNext();
  expect(await Promise.all(answers)).toHaveLength(105);
});

test('a bad item fails alone', async () => {
  const run = async (items: number[]) => {
    if (items.includes(13)) throw new StatementFault('thirteen', '22000');
    return items;
  };
  const add = groupCommit({ run, calls: 1 });
  const answers = await Promise.allSettled([0, 1, 2, 13, 4, 5, 6, 7].map(add));
  expect(answers.map(({ status }) => status)).toEqual(
    [0, 1, 2, 13, 4, 5, 6, 7].map((item) => (item === 13 ? 'rejected' : 'fulfilled')),
  );
});

test('when the database is away the whole set is told so, and none of it is tried again', async () => {
  let runs = 0;
  const run = async (): Promise<number[]> => {
    runs += 1;
    throw new DatabaseUnavailable('away');
  };
  const add = groupCommit({ run, calls: 1 });
  const answers = await Promise.allSettled([add(1), add(2), add(3)]);
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  expect(runs).toBe(1);
});

test('two transactions that met are tried once more', async () => {
  let runs = 0;
  const run = async (items: number[]) => {
    runs += 1;
    if (runs === 1) throw new StatementFault('deadlock detected', '40P01');
    return items;
  };
  expect(await groupCommit({ run, calls: 1 })(1)).toBe(1);
});

test('who has waited too long for a call is refused and never run, and those who came later go on', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sets, run, endNext } = heldRun();
  const add = groupCommit({ run, calls: 1 });
  const first = add(1);
  await turn();
  const waited = add(2);
  vi.advanceTimersByTime(2000);
  const later = add(3);
  // As one that had to wait for something else before.
  const long = add(4, performance.now() - 2000);
  vi.advanceTimersByTime(1000);
  const refused = [waited, long].map((one) => expect(one).rejects.toThrow(DatabaseUnavailable));
  await endNext();
  await Promise.all(refused);
  await endNext();
  expect(await Promise.all([first, later])).toEqual([10, 30]);
  expect(sets).toEqual([[1], [3]]);
});

test('beyond twenty thousand waiting the next is refused, and those before it are not', async () => {
  const { run, endNext } = heldRun();
  const add = groupCommit({ run, calls: 1 });
  const answers = Array.from({ length: 20_000 }, (_, item) => add(item));
  await expect(add(-1)).rejects.toThrow(DatabaseUnavailable);
  for (let set = 0; set < 50; set += 1) await endNext();
  expect(await Promise.all(answers)).toHaveLength(20_000);
});
