/** A point of a drawing, in the drawing's own units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Rounds to a tenth, which is finer than the eye can see in these drawings: their numbers are a large part of a page's bytes.
 * It adds zero, so that none is written as -0.
 */
export const round = (value: number): number => Math.round(value * 10) / 10 + 0;

/** A point in SVG path data. */
export const pointText = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
