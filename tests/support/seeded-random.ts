/**
 * Random numbers that come again with the same seed (a linear congruential generator, Numerical Recipes' constants).
 * Takes the seed; returns what gives a whole number from 0 up to, but not including, its argument.
 */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
