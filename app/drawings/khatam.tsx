import type { ComponentProps } from 'react';
import { type Point, pointText } from './points.ts';
import { khatamPath } from './shapes.ts';

/** A khatam with a radius of 10, about the origin. */
const path = khatamPath({ x: 0, y: 0 }, 10);

interface KhatamProps extends ComponentProps<'path'> {
  at: Point;
  /** From the middle to the tips. */
  radius: number;
}

/**
 * A khatam as a mark. A transform gives it its place and its size, which scales a stroke with it. So all marks of a page have
 * the same path data: repeated, it is a few bytes of the page.
 */
export function Khatam({ at, radius, ...rest }: KhatamProps) {
  const scale = radius === 10 ? '' : `scale(${Number((radius / 10).toFixed(2))})`;
  return <path transform={`translate(${pointText(at)})${scale}`} d={path} {...rest} />;
}
