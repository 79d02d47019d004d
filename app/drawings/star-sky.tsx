import { Picture } from './picture.tsx';

/** The two-dimensional golden ratio: its multiples fill a plane evenly and never fall into rows. */
const golden = 1.3247179572447458;
const fractionalPart = (value: number) => value - Math.floor(value);
/** Finer could not be seen, and these numbers are a large part of a page's bytes. */
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Sparse, brighter and denser towards the top, as the sky is before dawn. */
const stars = Array.from({ length: 64 }, (_, index) => {
  const x = fractionalPart(0.5 + index / golden);
  const y = fractionalPart(0.5 + index / golden ** 2);
  const size = fractionalPart(index * 0.754877);
  return {
    x,
    y: y ** 1.5 * 0.7,
    radius: 0.5 + size ** 3 * 1.1,
    opacity: (0.22 + 0.6 * size ** 2) * (1 - y * 0.7),
  };
});

/** Stars for a dark hero. Lies behind everything in a positioned parent, at any shape, without stretching a star. */
export function StarSky() {
  return (
    <Picture className="star-sky" width="100%" height="100%">
      <g fill="#fff">
        {stars.map(({ x, y, radius, opacity }) => (
          <circle
            key={x}
            cx={`${Math.round(x * 100)}%`}
            cy={`${Math.round(y * 100)}%`}
            r={tenth(radius)}
            opacity={tenth(opacity)}
          />
        ))}
      </g>
    </Picture>
  );
}
