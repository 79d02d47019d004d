import type { ReactNode } from 'react';
import type { BlogCategory } from '../../content/blog-categories.ts';
import { palette } from '../../content/colours.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { centredAt } from './picture.tsx';
import { type Point, pointText, round } from './points.ts';
import { khatamPath, onCircle } from './shapes.ts';
import { sunPathOfTimes } from './sun-path.ts';

export const coverSize = { width: 800, height: 500, horizon: 372 };
const { width, height, horizon } = coverSize;
const { deep: land, cream: landLine } = palette;

interface CoverScene {
  light: Point;
  minute: number;
  skyLine: string;
}

/** An arcade of pointed arches on the horizon; the one in front of the light is left open. */
function arcade({ light, skyLine }: CoverScene): ReactNode {
  const spring = horizon - 84;
  /** Both sides leave their jambs upright: each is an arc about a centre on the springing line. */
  const arch = (left: number, span: number, rise: number) => {
    const radius = round(((span / 2) ** 2 + rise ** 2) / span);
    const side = `A${radius} ${radius} 0 0 1`;
    return `M${round(left)} ${horizon}V${spring}${side} ${round(left + span / 2)} ${spring - rise}${side} ${round(left + span)} ${spring}V${horizon}`;
  };
  const step = width / 5;
  return [0, 1, 2, 3, 4].map((index) => {
    const left = index * step + 6;
    const outer = arch(left, step - 12, 116);
    return (
      <g key={left}>
        <path d={outer} fill={land} fillOpacity={Math.floor(light.x / step) === index ? 0.08 : 0.5} />
        <path d={outer} stroke={skyLine} strokeWidth="2.5" />
        <path d={arch(left + 15, step - 42, 92)} stroke={skyLine} strokeWidth="1.25" opacity="0.6" />
        <path d={khatamPath({ x: left + step / 2 - 6, y: horizon - 84 }, 12)} fill={skyLine} opacity="0.85" />
      </g>
    );
  });
}

/** Still water below the light, one drop widening on it. */
function ripples({ light }: CoverScene): ReactNode {
  // All of them lie clear of the horizon and of both shapes' lower edges.
  const middle = horizon + 52;
  return [22, 54, 96, 150, 212, 282].map((reach, index) => (
    <ellipse
      key={reach}
      cx={round(light.x)}
      cy={middle}
      rx={reach}
      ry={round(reach * 0.155)}
      stroke={landLine}
      strokeWidth={2.5 - index * 0.25}
      opacity={round(0.95 - index * 0.14)}
    />
  ));
}

/** The hours of work as columns standing on the horizon, the present one bright. */
function columns({ minute, skyLine }: CoverScene): ReactNode {
  const heights = [58, 112, 84, 150, 46, 128, 96, 64, 138, 76];
  const step = width / heights.length;
  return heights.map((_, index) => {
    const x = round(index * step + 14);
    const rise = heights[(index + Math.floor(minute / 37)) % heights.length] ?? 60;
    const bright = index === Math.floor(minute / 60) % heights.length;
    return (
      <path
        key={x}
        d={`M${x} ${horizon}v${14 - rise}a14 14 0 0 1 14-14h${round(step - 56)}a14 14 0 0 1 14 14v${rise - 14}Z`}
        fill={bright ? palette.gold : land}
        fillOpacity={bright ? 1 : 0.62}
        stroke={bright ? palette.gold : skyLine}
        strokeWidth="1.5"
        strokeOpacity={bright ? 1 : 0.55}
      />
    );
  });
}

/** A small day seven times over, each a little fuller. */
function repeated(): ReactNode {
  const step = width / 7;
  const foot = (horizon + height) / 2 + 26;
  return Array.from({ length: 7 }, (_, index) => {
    const left = index * step + 16;
    const frame = { left, right: left + step - 32, horizon: foot, top: foot - 52, margin: -80 };
    const path = sunPathOfTimes(equinoxDay, frame);
    const { sunrise, maghrib } = path.minutes;
    const sun = path.at(sunrise + ((index + 0.6) * (maghrib - sunrise)) / 7.2);
    return (
      <g key={left}>
        <path d={`M${left - 6} ${foot}h${step - 20}`} stroke={landLine} strokeWidth="1.5" opacity="0.6" />
        <path d={path.line(sunrise, maghrib)} stroke={landLine} strokeWidth="2" opacity="0.9" />
        <circle {...centredAt(sun)} r="8" fill={palette.gold} />
      </g>
    );
  });
}

/** A half dial on the horizon: twelve hours of ticks and the hand at this one. */
function dial({ minute, skyLine }: CoverScene): ReactNode {
  const centre = { x: width / 2, y: horizon };
  const hand = onCircle(centre, 168, ((minute / 720) % 1) / 2 - 0.25);
  const semicircle = (radius: number) =>
    `M${centre.x - radius} ${horizon}A${radius} ${radius} 0 0 1 ${centre.x + radius} ${horizon}`;
  const ticks = Array.from({ length: 49 }, (_, tick) => {
    const at = tick / 96 - 0.25;
    return `M${pointText(onCircle(centre, 228, at))}L${pointText(onCircle(centre, tick % 4 === 0 ? 202 : 216, at))}`;
  });
  return (
    <>
      <path d={semicircle(120)} stroke={skyLine} strokeWidth="1.5" opacity="0.6" />
      <path d={semicircle(236)} stroke={skyLine} strokeWidth="1.5" opacity="0.6" />
      <path d={ticks.join('')} stroke={skyLine} strokeWidth="2" strokeLinecap="round" opacity="0.85" />
      <path
        d={`M${pointText(centre)}L${pointText(hand)}`}
        stroke={skyLine}
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d={khatamPath(centre, 15)} fill={skyLine} />
    </>
  );
}

/** What stands on the horizon for each subject. */
export const coverFigures: Record<BlogCategory, (scene: CoverScene) => ReactNode> = {
  'Faith & Productivity': arcade,
  'Health & Wellness': ripples,
  Productivity: columns,
  'Habits & Routines': repeated,
  'Time Management': dial,
};
