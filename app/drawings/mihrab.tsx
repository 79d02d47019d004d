import { palette } from '../../content/colours.ts';
import { prayerNames } from '../../content/prayers.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { Dawn } from './dawn.tsx';
import { Khatam } from './khatam.tsx';
import { centredAt, Picture } from './picture.tsx';
import { round } from './points.ts';
import { khatamSquares } from './shapes.ts';
import { type PathFrame, sunPathOfTimes } from './sun-path.ts';

const panel = { width: 560, height: 640 };
const { width, height } = panel;
const cell = 62;

/** The day's arc drawn steep enough to stand as an arch: its horizon is the niche's floor of light. */
const frame: PathFrame = { left: 106, right: 454, horizon: 484, top: 122, margin: -80 };
const path = sunPathOfTimes(equinoxDay, frame);

/** Its size and its horizon. app/pages/islam/islam.css repeats them as fractions, and drawings.test.tsx compares the two. */
export const mihrabSize = { width, height, horizon: frame.horizon };

const { sunrise, maghrib, fajr, isha } = path.minutes;

/**
 * The five prayers. The place of each name is measured from the prayer's star: outside the arch, or on its floor for the two at
 * night. `edge` is how wide the dark edge is that sets the name off from the lines of the wall.
 */
const prayers = [
  { name: 'dhuhr', anchor: 'middle', dx: 0, dy: -53, edge: 8 },
  { name: 'asr', anchor: 'start', dx: 46, dy: 5, edge: 8 },
  { name: 'maghrib', anchor: 'start', dx: 10, dy: -16, edge: 8 },
  { name: 'fajr', anchor: 'start', dx: 20, dy: 6, edge: 4 },
  { name: 'isha', anchor: 'end', dx: -20, dy: 6, edge: 4 },
] as const;
const foot = { left: path.point('sunrise').x, right: path.point('maghrib').x };

function arch(step: number): string {
  const left = frame.left - step;
  const right = frame.right + step;
  const top = frame.top - step * 1.3;
  return sunPathOfTimes(equinoxDay, { ...frame, left, right, top }).line(sunrise, maghrib);
}

/** The frame around the arch. Like those of mihrabs it ends above the floor, here so that no line crosses the name of Maghrib. */
const frameFoot = frame.horizon - 62;
const frameLine = `M34 ${frameFoot}V34H${width - 34}V${frameFoot}H${width - 42}V42H42V${frameFoot}Z`;

const sun = centredAt({ x: path.at(path.noon).x, y: frame.horizon });
const floor = `M${foot.left} ${frame.horizon}H${foot.right}L${foot.right + 84} ${height}H${foot.left - 84}Z`;

/** The arc of the day as a mihrab: dawn inside the niche, a wall of eight-point stars around it. */
export function Mihrab() {
  const niche = `${path.line(sunrise, maghrib)}Z`;
  return (
    <Picture className="mihrab" viewBox={`0 0 ${width} ${height}`}>
      <defs>
        <pattern id="mihrab-stars" width={cell} height={cell} patternUnits="userSpaceOnUse">
          <g stroke={palette.gold}>
            <Khatam at={{ x: cell / 2, y: cell / 2 }} radius={cell / 2} strokeWidth="0.355" />
            <path d={khatamSquares({ x: cell / 2, y: cell / 2 }, cell * 0.2)} strokeWidth="0.7" />
          </g>
        </pattern>
        <radialGradient id="mihrab-fade" cx="0.5" cy="0.44" r="0.62">
          <stop stopColor={palette.white} />
          <stop offset="0.55" stopColor={palette.white} stopOpacity="0.75" />
          <stop offset="1" stopColor={palette.white} stopOpacity="0.12" />
        </radialGradient>
        <mask id="mihrab-wall">
          <rect {...panel} fill="url(#mihrab-fade)" />
        </mask>
        <Dawn id="mihrab-dawn" offsets={[0.4, 0.68, 0.88]} />
        <radialGradient id="mihrab-glow">
          <stop stopColor={palette.glow} />
          <stop offset="0.2" stopColor={palette.glowWithin} stopOpacity="0.85" />
          <stop offset="0.5" stopColor={palette.glowAround} stopOpacity="0.3" />
          <stop offset="1" stopColor={palette.glowEdge} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="mihrab-floor" x2="0" y2="1">
          <stop stopColor={palette.warmFoot} stopOpacity="0.75" />
          <stop offset="0.35" stopColor={palette.peach} stopOpacity="0.3" />
          <stop offset="1" stopColor={palette.peach} stopOpacity="0" />
        </linearGradient>
        <clipPath id="mihrab-panel">
          <rect {...panel} rx="32" />
        </clipPath>
        <clipPath id="mihrab-niche">
          <path d={niche} />
        </clipPath>
      </defs>
      <g clipPath="url(#mihrab-panel)">
        <rect {...panel} fill={palette.night} />
        <rect {...panel} fill="url(#mihrab-stars)" mask="url(#mihrab-wall)" opacity="0.55" />
        <path d={frameLine} stroke={palette.gold} opacity="0.45" />
        <path d={`${arch(34)}Z`} fill={palette.night} />
        <path d={`M0 ${frame.horizon}H${width}V${height}H0Z`} fill={palette.night} />
        <path d={floor} fill="url(#mihrab-floor)" />
        <path d={niche} fill="url(#mihrab-dawn)" />
        <g clipPath="url(#mihrab-niche)">
          <circle {...sun} r="170" fill="url(#mihrab-glow)" />
          <circle {...sun} r="86" stroke={palette.halo} strokeOpacity="0.3" />
          <circle {...sun} r="56" stroke={palette.halo} strokeOpacity="0.5" />
          <circle {...sun} r="28" fill={palette.sun} />
        </g>
        <g stroke={palette.gold}>
          <path d={arch(34)} opacity="0.6" />
          <path d={arch(17)} strokeWidth="1.25" opacity="0.8" />
        </g>
        <path d={path.line(sunrise, maghrib)} stroke={palette.glow} strokeWidth="2.5" />
        <path d={`M0 ${frame.horizon}H${width}`} stroke={palette.gold} strokeWidth="1.25" opacity="0.7" />
        <g stroke={palette.gold} strokeWidth="2" strokeDasharray="1 7" strokeLinecap="round">
          <path d={path.line(fajr, sunrise)} />
          <path d={path.line(maghrib, isha)} />
        </g>
        <g fill={palette.star} stroke={palette.night} strokeWidth="4" paintOrder="stroke">
          {prayers.map(({ name, anchor, dx, dy, edge }) => {
            const at = path.point(name);
            return (
              <g key={name}>
                <Khatam at={at} radius={10} />
                <text
                  x={round(at.x + dx)}
                  y={round(at.y + dy)}
                  textAnchor={anchor === 'start' ? undefined : anchor}
                  strokeWidth={edge}
                  strokeLinejoin="round"
                >
                  {prayerNames[name]}
                </text>
              </g>
            );
          })}
        </g>
      </g>
    </Picture>
  );
}
