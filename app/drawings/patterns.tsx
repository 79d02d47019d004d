import { palette } from '../../content/colours.ts';
import { round } from './day-path.ts';
import { Picture } from './picture.tsx';
import { khatamPath, khatamSquares } from './shapes.ts';

const cell = 96;
const half = cell / 2;
const centre = { x: half, y: half };

/**
 * The star-and-cross field: khatams that touch tip to tip, the crosses between them being what is left over.
 * It takes the colour of its text; lay it behind a panel at 10% opacity or less, never under running text.
 */
export function KhatamPattern() {
  return (
    <Picture className="khatam-pattern" width="100%" height="100%">
      <defs>
        <pattern id="khatam-cell" width={cell} height={cell} patternUnits="userSpaceOnUse">
          <g stroke="currentColor">
            <path d={khatamPath(centre, half)} strokeWidth="1.6" />
            <path d={khatamPath(centre, half * 0.82)} strokeWidth="0.8" />
            <path d={khatamSquares(centre, half * 0.46)} strokeWidth="0.8" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#khatam-cell)" />
    </Picture>
  );
}

/** One khatam in the colour of its text, for a rule between bands, a list or the marquee. */
export function KhatamStar() {
  return (
    <Picture className="khatam-star" width="16" height="16" viewBox="0 0 16 16">
      <path d={khatamPath({ x: 8, y: 8 }, 7.5)} fill="currentColor" />
    </Picture>
  );
}

/** The two-dimensional golden ratio: its multiples fill a plane evenly and never fall into rows. */
const golden = 1.3247179572447458;

/** Sparse, brighter and denser towards the top, as the sky is before dawn. */
const stars = Array.from({ length: 64 }, (_, index) => {
  const x = (0.5 + index / golden) % 1;
  const y = (0.5 + index / golden ** 2) % 1;
  const size = (index * 0.754877) % 1;
  return (
    <circle
      key={x}
      cx={`${Math.round(x * 100)}%`}
      cy={`${Math.round(y ** 1.5 * 0.7 * 100)}%`}
      r={round(0.5 + size ** 3 * 1.1)}
      opacity={round((0.22 + 0.6 * size ** 2) * (1 - y * 0.7))}
    />
  );
});

/** Stars for a dark hero. Lies behind everything in a positioned parent, at any shape, without stretching a star. */
export function StarSky() {
  return (
    <Picture className="star-sky" width="100%" height="100%">
      <g fill={palette.white}>{stars}</g>
    </Picture>
  );
}
