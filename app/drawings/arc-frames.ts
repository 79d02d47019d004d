import type { PathFrame } from './sun-path.ts';

export type Shape = 'wide' | 'slim';

/** Where the hero's drawings put the day: one for wide screens, one for phones. */
export const frames = {
  wide: { left: 0, right: 1120, horizon: 271, top: 56, margin: 30, depth: 111 },
  slim: { left: 0, right: 390, horizon: 200, top: 44, margin: 30, depth: 98 },
} as const satisfies Record<Shape, PathFrame>;

/** From this width of the page on, day-arc.css shows the wide arc. */
export const wideFrom = '60rem';
