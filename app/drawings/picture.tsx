import type { ComponentProps } from 'react';
import { type Point, round } from './points.ts';

interface PictureProps extends ComponentProps<'svg'> {
  /** What the picture shows, for those who do not see it. Without it the drawing is decoration. */
  label?: string | undefined;
}

/** The `svg` element of every drawing: a named picture to a screen reader, or nothing at all. */
export function Picture({ label, children, ...rest }: PictureProps) {
  if (!label)
    return (
      <svg fill="none" aria-hidden="true" {...rest}>
        {children}
      </svg>
    );
  return (
    <svg fill="none" role="img" aria-label={label} {...rest}>
      {/* Browsers would offer the words of the drawing as loose texts beside its name. */}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in a drawing takes the focus. */}
      <g aria-hidden="true">{children}</g>
    </svg>
  );
}

/** The attributes of a circle around a point. */
export const centredAt = ({ x, y }: Point) => ({ cx: round(x), cy: round(y) });
