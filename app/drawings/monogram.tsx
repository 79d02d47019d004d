import { monograms } from '../../content/colours.ts';
import { Picture } from './picture.tsx';
import { pointText } from './points.ts';
import { khatamPath, khatamSquares, onCircle } from './shapes.ts';

const centre = { x: 100, y: 100 };

/** FNV-1a, so that one name always gives one picture. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}

/** Lines from each point of a regular polygon to the one `step` points on: a star in one stroke or several. */
function starPolygon(points: number, step: number, radius: number, turned: number): string {
  return Array.from({ length: points }, (_, index) => {
    const from = onCircle(centre, radius, turned + index / points);
    const to = onCircle(centre, radius, turned + (index + step) / points);
    return `M${pointText(from)}L${pointText(to)}`;
  }).join('');
}

/** A portrait without a face: a first name's initial in a khatam whose rings and steps come from the name. */
export function Monogram({ firstName }: { firstName: string }) {
  const hash = hashOf(firstName);
  // Each choice reads its own bits of the hash.
  const bitsFrom8 = hash >>> 8;
  const bitsFrom12 = hash >>> 12;
  const bitsFrom16 = hash >>> 16;
  const palette = monograms[bitsFrom16 % monograms.length] ?? monograms[0];
  const points = ([8, 16, 24] as const)[bitsFrom8 % 3] ?? 16;
  const step = Math.floor(points * (0.3 + (bitsFrom12 % 3) * 0.05));
  const isTurned = bitsFrom16 % 2 === 1;
  const turned = isTurned ? 1 / (points * 2) : 0;
  return (
    <Picture className="monogram" viewBox="0 0 200 200">
      <rect width="200" height="200" fill={palette.ground} />
      <g stroke={palette.line} strokeLinejoin="round">
        <path d={starPolygon(points, step, 142, turned)} strokeWidth="0.9" opacity="0.55" />
        <circle cx="100" cy="100" r="88" strokeWidth="0.9" opacity="0.7" />
        <path d={khatamSquares(centre, 88)} strokeWidth="0.9" opacity="0.7" />
        <path d={khatamPath(centre, 66)} fill={palette.star} strokeWidth="1.5" />
        <path d={khatamPath(centre, 58)} strokeWidth="0.8" opacity="0.7" />
      </g>
      <text
        fontFamily="var(--font-display)"
        x="100"
        y="124"
        fontSize="70"
        textAnchor="middle"
        fill={palette.letter}
      >
        {firstName.trim().slice(0, 1).toUpperCase()}
      </text>
    </Picture>
  );
}
