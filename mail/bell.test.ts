import { expect, test } from 'vitest';
import { createBell } from './bell.ts';

/** Longer than any test. */
const longMs = 600_000;

test('a sleeping loop wakes when the bell rings', async () => {
  const bell = createBell(new AbortController().signal);
  const sleep = bell.wait(longMs);
  bell.ring();
  await sleep;
});

test('a ring that nobody heard ends the next sleep, and only that one', async () => {
  const bell = createBell(new AbortController().signal);
  bell.ring();
  bell.ring();
  await bell.wait(longMs);
  const order: string[] = [];
  const sleep = bell.wait(longMs).then(() => order.push('woken'));
  await Promise.resolve();
  order.push('rung');
  bell.ring();
  await sleep;
  expect(order).toEqual(['rung', 'woken']);
});

test('nobody sleeps any more once it is over', async () => {
  const over = new AbortController();
  const bell = createBell(over.signal);
  const sleep = bell.wait(longMs);
  over.abort();
  await sleep;
  await bell.wait(longMs);
  await bell.wait(longMs);
});
