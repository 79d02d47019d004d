import { palette } from '../../content/colours.ts';
import { Picture } from './picture.tsx';
import { crescentPath, newMoon } from './shapes.ts';

const radius = 66;

const crescent = crescentPath({ x: 0, y: 0 }, radius, newMoon);

/** Shares of the width and of the sky's height, radius, brightness. */
const stars = [
  [8.6, 17, 1.2, 0.7],
  [16.8, 42, 0.8, 0.5],
  [24, 12, 0.9, 0.6],
  [31.4, 31, 1.5, 0.85],
  [38.4, 60, 0.8, 0.4],
  [43.4, 15, 0.8, 0.55],
  [46, 38, 1, 0.5],
  [55.4, 8, 1.2, 0.7],
  [76, 18, 0.9, 0.6],
  [84, 56, 0.8, 0.45],
  [85.4, 12, 1.6, 0.9],
  [90, 36, 0.8, 0.5],
  [95.4, 24, 1.1, 0.65],
  [5.4, 64, 0.8, 0.35],
  [93, 68, 0.8, 0.35],
] as const;

/** A thin crescent over an empty horizon, for the page that is not found. It fills a box of any shape. */
export function CrescentNight({ label }: { label?: string }) {
  return (
    <Picture className="crescent-night" width="100%" height="100%" label={label}>
      <defs>
        <linearGradient id="crescent-night-sky" x2="0" y2="1">
          <stop stopColor={palette.night} />
          <stop offset="0.55" stopColor={palette.deep} />
          <stop offset="0.86" stopColor={palette.dusk} />
          <stop offset="1" stopColor={palette.horizonByNight} />
        </linearGradient>
        <radialGradient id="crescent-night-halo">
          <stop stopColor={palette.cream} stopOpacity="0.32" />
          <stop offset="0.35" stopColor={palette.cream} stopOpacity="0.1" />
          <stop offset="1" stopColor={palette.cream} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="crescent-night-line">
          <stop stopColor={palette.peach} stopOpacity="0.15" />
          <stop offset="0.64" stopColor={palette.cream} />
          <stop offset="1" stopColor={palette.peach} stopOpacity="0.15" />
        </linearGradient>
      </defs>
      <rect width="100%" height="100%" fill={palette.night} />
      <svg width="100%" height="84%" aria-hidden="true">
        <rect width="100%" height="100%" fill="url(#crescent-night-sky)" />
        <g fill={palette.white}>
          {stars.map(([x, y, size, opacity]) => (
            <circle key={x} cx={`${x}%`} cy={`${y}%`} r={size} opacity={opacity} />
          ))}
        </g>
        <svg x="64%" y="48%" overflow="visible" aria-hidden="true">
          <circle r="240" fill="url(#crescent-night-halo)" />
          <circle r={radius} fill={palette.white} opacity="0.07" />
          <path d={crescent} fill={palette.crescent} />
        </svg>
      </svg>
      <rect y="84%" width="100%" height="1.5" fill="url(#crescent-night-line)" />
    </Picture>
  );
}
