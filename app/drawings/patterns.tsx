import { palette } from '../../content/colours.ts';
import { Khatam } from './khatam.tsx';
import { Picture } from './picture.tsx';
import { khatamSquares } from './shapes.ts';
import { evenlySpread } from './stars.ts';

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
        <pattern id="khatam-cell" x="50%" y="50%" width={cell} height={cell} patternUnits="userSpaceOnUse">
          <g stroke="currentColor">
            <Khatam at={centre} radius={half} strokeWidth="0.33" />
            <Khatam at={centre} radius={40} strokeWidth="0.2" />
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
      <Khatam at={{ x: 8, y: 8 }} radius={7.5} fill="currentColor" />
    </Picture>
  );
}

/** Sparse, and denser towards the top, as the sky is before dawn. Shares of the width and of the height. */
const starPlaces = evenlySpread(36, { x: 0.5, y: 0.5 }).map(({ x, y }) => ({
  x,
  y: y ** 1.5 * 0.7,
  // Another even spread: large and small stars are mixed.
  size: (x + 0.5) % 1,
}));

type StarPlace = (typeof starPlaces)[number];

/** Beside the site's name a star would read as a full stop. */
const isFarFromName = ({ x, y }: StarPlace) => x >= 0.36 || y >= 0.16;

/** Three magnitudes of stars; each holds the places whose size is in its range. */
const magnitudes = [
  { from: 0, to: 0.5, radius: 0.6, opacity: 0.3 },
  { from: 0.5, to: 0.85, radius: 0.9, opacity: 0.5 },
  { from: 0.85, to: 1, radius: 1.5, opacity: 0.75 },
] as const;

const percent = (share: number) => `${Math.round(share * 100)}%`;

/**
 * Stars for a dark sky. Lies behind everything in a positioned parent, at any shape, without stretching a star. In a hero it is
 * shown on wide screens only: on others the words need the whole sky.
 * @param props.isFree whether a star may stand there, in shares of the parent's width and height: away from words and controls
 */
export function StarSky({ isFree = isFarFromName }: { isFree?: (place: StarPlace) => boolean }) {
  return (
    <Picture className="star-sky" width="100%" height="100%">
      <g fill={palette.white}>
        {magnitudes.map(({ from, to, radius, opacity }) => (
          <g key={radius} opacity={opacity}>
            {starPlaces
              .filter((star) => star.size >= from && star.size < to && isFree(star))
              .map(({ x, y }) => (
                <circle key={x} cx={percent(x)} cy={percent(y)} r={radius} />
              ))}
          </g>
        ))}
      </g>
    </Picture>
  );
}
