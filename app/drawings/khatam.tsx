import { khatamPath, khatamSquares } from './khatam-path.ts';
import { Picture } from './picture.tsx';

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
          <g fill="none" stroke="currentColor" strokeLinejoin="miter">
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
