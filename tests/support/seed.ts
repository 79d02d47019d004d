import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

const chosen = process.env.TEST_SEED;

/**
 * The seed of a test's random numbers: TEST_SEED, or a new one. A test that fails prints it.
 * Must be called inside a test.
 */
export function seedOfTest(): number {
  const seed = chosen === undefined ? randomInt(2 ** 31) : Number(chosen);
  onTestFailed(() => console.error(`The same random numbers again: TEST_SEED=${seed}`));
  return seed;
}
