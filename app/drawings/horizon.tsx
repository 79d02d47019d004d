import { Picture } from './picture.tsx';

/** Long low lines of land, each nearer and a little darker; lines so gentle can stretch with the width. */
const land = [
  { d: 'M0 24C15 12 29 18 44 24S78 36 100 18V100H0Z', fill: '#12324a', opacity: 0.42 },
  { d: 'M0 58C21 72 39 50 57 54S87 74 100 58V100H0Z', fill: '#0b1d2b', opacity: 0.72 },
];

const reflections = [
  { y: 3, reach: 180, opacity: 0.5 },
  { y: 13, reach: 112, opacity: 0.3 },
  { y: 24, reach: 60, opacity: 0.18 },
];

/** A wide, nearly empty horizon at sunrise. It fills a box of any shape, and the sun keeps its place and its size. */
export function Horizon() {
  return (
    <Picture className="horizon" width="100%" height="100%">
      <defs>
        <linearGradient id="horizon-sky" x1="0" x2="0" y1="0" y2="1">
          <stop stopColor="#12324a" />
          <stop offset="0.38" stopColor="#27506b" />
          <stop offset="0.66" stopColor="#6f8796" />
          <stop offset="0.9" stopColor="#e3ab84" />
          <stop offset="1" stopColor="#f7ddb9" />
        </linearGradient>
        <linearGradient id="horizon-land" x1="0" x2="0" y1="0" y2="1">
          <stop stopColor="#5b7384" />
          <stop offset="1" stopColor="#27506b" />
        </linearGradient>
        <radialGradient id="horizon-glow">
          <stop stopColor="#fff1cf" />
          <stop offset="0.14" stopColor="#ffdd9e" stopOpacity="0.9" />
          <stop offset="0.4" stopColor="#ffc277" stopOpacity="0.35" />
          <stop offset="1" stopColor="#ffb35c" stopOpacity="0" />
        </radialGradient>
      </defs>
      <svg width="100%" height="72%" aria-hidden="true">
        <rect width="100%" height="100%" fill="url(#horizon-sky)" />
        <svg x="66%" y="100%" overflow="visible" aria-hidden="true">
          <ellipse rx="480" ry="110" fill="url(#horizon-glow)" opacity="0.55" />
          <circle r="190" fill="url(#horizon-glow)" />
          <circle r="66" stroke="#fff6e0" strokeOpacity="0.5" />
          <circle r="108" stroke="#fff6e0" strokeOpacity="0.28" />
          <circle r="30" fill="#fff4d9" />
        </svg>
      </svg>
      <rect y="72%" width="100%" height="28%" fill="url(#horizon-land)" />
      <svg
        y="72%"
        width="100%"
        height="28%"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {land.map(({ d, fill, opacity }) => (
          <path key={d} d={d} fill={fill} opacity={opacity} />
        ))}
      </svg>
      <rect y="72%" width="100%" height="1" fill="#fff1d2" opacity="0.7" />
      <svg x="66%" y="72%" overflow="visible" aria-hidden="true">
        {reflections.map(({ y, reach, opacity }) => (
          <ellipse key={y} cy={y} rx={reach} ry="2.5" fill="#ffe9bf" opacity={opacity} />
        ))}
      </svg>
    </Picture>
  );
}
