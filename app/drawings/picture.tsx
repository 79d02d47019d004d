import type { ComponentProps } from 'react';
import { type Point, round } from './day-path.ts';

interface PictureProps extends ComponentProps<'svg'> {
  /** What the picture shows, for those who do not see it. Without it the drawing is decoration. */
  label?: string | undefined;
}

/** The `svg` element of every drawing: a named picture to a screen reader, or nothing at all. */
export function Picture({ label, children, ...rest }: PictureProps) {
  const role =
    label === undefined
      ? ({ 'aria-hidden': true } as const)
      : ({ role: 'img', 'aria-label': label } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the role and the name are in `role`, which the rule cannot read.
    <svg fill="none" {...role} {...rest}>
      {children}
    </svg>
  );
}

/** The attributes of a circle around a point. */
export const around = ({ x, y }: Point) => ({ cx: round(x), cy: round(y) });
