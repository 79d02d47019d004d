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
