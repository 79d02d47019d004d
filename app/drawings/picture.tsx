import type { ComponentProps } from 'react';
import { type Point, round } from './day-path.ts';

interface PictureProps extends ComponentProps<'svg'> {
  /** What the picture shows, for those who do not see it. Without it the drawing is decoration. */
  label?: string | undefined;
}

/** The `svg` element of every drawing: a named picture to a screen reader, or nothing at all. */
export function Picture({ label, ...rest }: PictureProps) {
  return (
    <svg fill="none" role={label && 'img'} aria-label={label} aria-hidden={!label || undefined} {...rest} />
  );
}

/** The attributes of a circle around a point. */
export const around = ({ x, y }: Point) => ({ cx: round(x), cy: round(y) });
