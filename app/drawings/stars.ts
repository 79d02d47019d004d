import type { Point } from './points.ts';

/** The plastic ratio, which does for a plane what the golden ratio does for a line: its steps never fall into rows. */
const plastic = 1.3247179572447458;

/**
 * Points that lie evenly, in no visible order.
 * @param first the first of them
 * @returns shares of a width and of a height
 */
export function evenlySpread(count: number, first: Point): Point[] {
  return Array.from({ length: count }, (_, index) => ({
    x: (first.x + index / plastic) % 1,
    y: (first.y + index / plastic ** 2) % 1,
  }));
}
