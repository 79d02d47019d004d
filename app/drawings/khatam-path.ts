import { type Point, round } from './day-path.ts';

/** Where the sides of the two squares cross, as a share of the distance to the star's tips. */
const notch = Math.cos(Math.PI / 4) / Math.cos(Math.PI / 8);

/** The point at an angle counted clockwise from the top. */
export function onCircle(centre: Point, radius: number, turns: number): Point {
  const angle = turns * 2 * Math.PI;
  return { x: centre.x + radius * Math.sin(angle), y: centre.y - radius * Math.cos(angle) };
}

/**
 * The khatam: the outline of two squares, one turned by an eighth, on the same centre.
 * Closed SVG path data; `radius` is the distance to the tips, one of which points up.
 */
export function khatamPath(centre: Point, radius: number): string {
  const corners = Array.from({ length: 16 }, (_, index) =>
    onCircle(centre, index % 2 === 0 ? radius : radius * notch, index / 16),
  );
  return `M${corners.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}Z`;
}

/** The two squares themselves, drawn over one another, as SVG path data; `radius` is the distance to their corners. */
export function khatamSquares(centre: Point, radius: number): string {
  return [0, 1 / 8]
    .map((turned) => {
      const corners = [0, 1, 2, 3].map((corner) => onCircle(centre, radius, turned + corner / 4));
      return `M${corners.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}Z`;
    })
    .join('');
}
