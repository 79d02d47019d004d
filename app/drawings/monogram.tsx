import { round } from './day-path.ts';
import { khatamPath, khatamSquares, onCircle } from './khatam-path.ts';
import { Picture } from './picture.tsx';

interface MonogramProps {
  /** The initial and the geometry both come from it. */
  firstName: string;
}

const centre = { x: 100, y: 100 };

/** Ground, line, star and letter from the dawn's colours; each letter stands at 7:1 or better on its star. */
const palettes = [
  { ground: '#12324a', line: '#6f8796', star: '#1b4360', letter: '#f7ddb9' },
  { ground: '#0e5f52', line: '#7fb8ab', star: '#0a4a40', letter: '#fbf8f2' },
  { ground: '#e9c7a2', line: '#a8733a', star: '#f7e3c6', letter: '#3b2608' },
  { ground: '#dfe9e6', line: '#6d988e', star: '#f4f8f6', letter: '#0b3f36' },
  { ground: '#27506b', line: '#a9bcc7', star: '#1a3d55', letter: '#ffffff' },
  { ground: '#f3e4c8', line: '#b98b3f', star: '#fbf4e6', letter: '#5b3a08' },
] as const;

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
    return `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
  }).join('');
}

/** A portrait without a face: the name's initial in a khatam whose rings and steps are its own. */
export function Monogram({ firstName }: MonogramProps) {
  const hash = hashOf(firstName);
  const palette = palettes[(hash >>> 16) % palettes.length] ?? palettes[0];
  const points = ([8, 16, 24] as const)[(hash >>> 8) % 3] ?? 16;
  const step = Math.floor(points * (0.3 + ((hash >>> 12) % 3) * 0.05));
  const turned = (hash >>> 16) % 2 === 0 ? 0 : 1 / (points * 2);
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
        className="monogram-letter"
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
