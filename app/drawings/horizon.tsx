import { palette } from '../../content/colours.ts';
import { Dawn } from './dawn.tsx';
import { Picture } from './picture.tsx';

/** A wide, nearly empty horizon at sunrise. It fills a box of any shape, and the sun keeps its place and its size. */
export function Horizon() {
  return (
    <Picture className="horizon" width="100%" height="100%">
      <defs>
        <Dawn id="horizon-sky" offsets={[0.38, 0.66, 0.9]} />
        <linearGradient id="horizon-land" x2="0" y2="1">
          <stop stopColor={palette.water} />
          <stop offset="1" stopColor={palette.dusk} />
        </linearGradient>
        <radialGradient id="horizon-glow">
          <stop stopColor={palette.glow} />
          <stop offset="0.14" stopColor={palette.glowWithin} stopOpacity="0.9" />
          <stop offset="0.4" stopColor={palette.glowAround} stopOpacity="0.35" />
          <stop offset="1" stopColor={palette.glowEdge} stopOpacity="0" />
        </radialGradient>
      </defs>
      <svg width="100%" height="72%" aria-hidden="true">
        <rect width="100%" height="100%" fill="url(#horizon-sky)" />
        <svg x="66%" y="100%" overflow="visible" aria-hidden="true">
          <g className="horizon-sun">
            <ellipse rx="480" ry="110" fill="url(#horizon-glow)" opacity="0.55" />
            <circle r="190" fill="url(#horizon-glow)" />
            <circle r="66" stroke={palette.halo} strokeOpacity="0.5" />
            <circle r="108" stroke={palette.halo} strokeOpacity="0.28" />
            <circle r="30" fill={palette.sun} />
          </g>
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
        {/* Long low lines of land, each nearer and a little darker; lines so gentle can stretch with the width. */}
        <path d="M0 24C15 12 29 18 44 24S78 36 100 18V100H0Z" fill={palette.deep} opacity="0.42" />
        <path d="M0 58C21 72 39 50 57 54S87 74 100 58V100H0Z" fill={palette.night} opacity="0.72" />
      </svg>
      <rect y="72%" width="100%" height="1" fill={palette.glow} opacity="0.7" />
      <svg x="66%" y="72%" overflow="visible" aria-hidden="true">
        <g className="horizon-sun">
          <ellipse cy="3" rx="75" ry="2" fill={palette.reflection} opacity="0.5" />
          <ellipse cy="13" rx="50" ry="2" fill={palette.reflection} opacity="0.35" />
          <ellipse cy="24" rx="30" ry="2" fill={palette.reflection} opacity="0.2" />
        </g>
      </svg>
    </Picture>
  );
}
