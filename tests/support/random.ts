import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/**
 * The seed of a test's random numbers: TEST_SEED, or a new one. A test that fails prints it.
 * Must be called inside a test.
 */
export function seedOfTest(): number {
  const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
  onTestFailed(() => console.error(`The same random numbers again: TEST_SEED=${seed}`));
  return seed;
}

/**
 * Random numbers that repeat for the same seed (a linear congruential generator with Numerical Recipes' constants).
 * The returned function returns a whole number from 0 up to, but not including, its argument.
 */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
