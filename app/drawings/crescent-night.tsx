import { palette } from '../../content/colours.ts';
import { Picture } from './picture.tsx';
import { crescentPath, newMoon } from './shapes.ts';

const radius = 66;

const crescent = crescentPath({ x: 0, y: 0 }, radius, newMoon);

type Star = readonly [x: number, y: number, radius: number, brightness: number];

/** Shares of the width and of the sky's height, below the bar. These stand where a wide screen has its words. */
const starsBehindWords: readonly Star[] = [
  [8.6, 17, 1.2, 0.7],
  [16.8, 42, 0.8, 0.5],
  [24, 18, 0.9, 0.6],
  [31.4, 31, 1.5, 0.85],
  [38.4, 60, 0.8, 0.4],
  [43.4, 20, 0.8, 0.55],
];
const stars: readonly Star[] = [
  [50, 41, 1, 0.5],
  [55.4, 21, 1.2, 0.7],
  [77, 18, 0.9, 0.6],
  [86, 61, 0.8, 0.45],
  [87.4, 21, 1.6, 0.9],
  [91, 40, 0.8, 0.5],
  [95.4, 27, 1.1, 0.65],
  [5.4, 71, 0.8, 0.35],
  [22, 80, 0.8, 0.3],
  [37, 74, 1, 0.35],
  [93, 72, 0.8, 0.35],
];

const drawStars = (places: readonly Star[]) =>
  places.map(([x, y, radius, brightness]) => (
    <circle key={x} cx={`${x}%`} cy={`${y}%`} r={radius} opacity={brightness} />
  ));

/** A thin crescent over an empty horizon, for the page that is not found. It fills a box of any shape. */
export function CrescentNight({ label }: { label?: string }) {
  return (
    <Picture className="crescent-night" width="100%" height="100%" overflow="visible" label={label}>
      <defs>
        <linearGradient id="crescent-night-sky" x2="0" y2="1">
          <stop stopColor={palette.night} />
          <stop offset="0.55" stopColor={palette.deep} />
          <stop offset="0.86" stopColor={palette.dusk} />
          <stop offset="1" stopColor={palette.horizonByNight} />
        </linearGradient>
        <radialGradient id="crescent-night-halo">
          <stop offset="0.25" stopColor={palette.cream} stopOpacity="0.13" />
          <stop offset="0.5" stopColor={palette.cream} stopOpacity="0.05" />
          <stop offset="0.75" stopColor={palette.cream} stopOpacity="0.015" />
          <stop offset="1" stopColor={palette.cream} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="crescent-night-line">
          <stop stopColor={palette.peach} stopOpacity="0.15" />
          <stop offset="0.64" stopColor={palette.cream} />
          <stop offset="1" stopColor={palette.peach} stopOpacity="0.15" />
        </linearGradient>
      </defs>
      <svg width="100%" height="84%" overflow="visible" aria-hidden="true">
        <rect
          className="crescent-night-gradient"
          width="100%"
          height="100%"
          fill="url(#crescent-night-sky)"
        />
        <g fill={palette.white}>
          {drawStars(stars)}
          <g className="stars-behind-words">{drawStars(starsBehindWords)}</g>
        </g>
        <svg x="64%" y="48%" overflow="visible" aria-hidden="true">
          <g className="new-moon">
            <circle r="240" fill="url(#crescent-night-halo)" />
            <path d={crescent} fill={palette.crescent} />
          </g>
        </svg>
      </svg>
      <rect y="84%" width="100%" height="16%" fill="var(--foot)" />
      <rect y="84%" width="100%" height="1.5" fill="url(#crescent-night-line)" />
    </Picture>
  );
}
