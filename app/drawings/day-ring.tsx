import type { HealthContent } from '../../content/pages/health.ts';
import { crescentPath } from './crescent-path.ts';
import { clockOf, equinoxDay, round } from './day-path.ts';
import {
  at,
  band,
  bandWidth,
  centre,
  disc,
  isInUpperHalf,
  outer,
  spoke,
  stretch,
  underside,
} from './day-ring-path.ts';
import { khatamPath } from './khatam-path.ts';
import { Picture } from './picture.tsx';

interface DayRingProps {
  names: HealthContent['ring']['names'];
  label?: string;
}

const prayers = [
  { name: 'fajr', anchor: 'end', dx: -16, dy: 12 },
  { name: 'dhuhr', anchor: 'middle', dx: 10, dy: -18 },
  { name: 'asr', anchor: 'start', dx: 15, dy: -6 },
  { name: 'maghrib', anchor: 'start', dx: 15, dy: 8 },
  { name: 'isha', anchor: 'start', dx: 14, dy: 16 },
] as const;

/** Written inside the ring, each beside a short line to what it names. */
const inside = [
  { name: 'meals', time: '07:10', anchor: 'start', dx: 24, dy: 7 },
  { name: 'qailulah', time: '13:12', anchor: 'middle', dx: -14, dy: 38 },
  { name: 'movement', time: '16:55', anchor: 'end', dx: -22, dy: 13 },
] as const;

const leaderLines = inside.map(({ time }) => spoke(time, band - 13, disc - 18)).join('');

const hours = Array.from({ length: 24 }, (_, hour) => clockOf(hour * 60));
/** Every sixth hour has a longer tick. */
const ticksOf = (times: readonly string[]) =>
  times.map((time) => spoke(time, disc - 4, disc - (hours.indexOf(time) % 6 === 0 ? 14 : 9))).join('');

const moon = crescentPath({
  centre: { x: centre.x + 4, y: centre.y + 62 },
  radius: 20,
  lit: 0.38,
  span: 0.62,
  inner: 0.92,
});
const meals = ['07:10', '14:05', '19:10'];
const stars = [
  [-62, 40, 1.2],
  [-38, 66, 0.9],
  [-74, 20, 0.8],
  [8, 84, 1],
  [52, 62, 1.3],
  [78, 26, 0.9],
  [66, 44, 0.7],
  [-14, 44, 0.8],
] as const;

/** A day and its night as one ring: sleep, qailulah, meals and movement set round the five prayers. */
export function DayRing({ names, label }: DayRingProps) {
  const sunrise = at(equinoxDay.sunrise, disc);
  const maghrib = at(equinoxDay.maghrib, disc);
  const horizon = `${round(sunrise.x)} ${round(sunrise.y)}`;
  return (
    <Picture className="day-ring" viewBox="0 0 480 396" label={label}>
      <defs>
        <linearGradient id="day-ring-day" x1="0" x2="0" y1="0" y2="1">
          <stop className="day-ring-day-top" />
          <stop className="day-ring-day-foot" offset="1" />
        </linearGradient>
        <radialGradient id="day-ring-glow">
          <stop stopColor="#ffdc9c" />
          <stop offset="1" stopColor="#ffc277" stopOpacity="0" />
        </radialGradient>
        <clipPath id="day-ring-sky">
          <rect
            x={centre.x - disc}
            y={centre.y - disc}
            width={disc * 2}
            height={round(sunrise.y - centre.y + disc)}
          />
        </clipPath>
        <path id="day-ring-sleep" d={underside('21:40', '04:50', band + 7)} />
      </defs>
      <path
        d={`M${horizon}A${disc} ${disc} 0 0 1 ${round(maghrib.x)} ${round(maghrib.y)}Z`}
        fill="url(#day-ring-day)"
      />
      <path
        d={`M${horizon}A${disc} ${disc} 0 0 0 ${round(maghrib.x)} ${round(maghrib.y)}Z`}
        fill="var(--dawn-2)"
      />
      <g clipPath="url(#day-ring-sky)">
        <circle cx={centre.x} cy={centre.y} r="62" fill="url(#day-ring-glow)" />
        <circle cx={centre.x} cy={centre.y} r="36" stroke="#fff6e0" strokeOpacity="0.8" />
        <circle cx={centre.x} cy={centre.y} r="21" fill="#fff4d9" />
      </g>
      <g fill="#fff">
        {stars.map(([x, y, radius]) => (
          <circle key={x} cx={centre.x + x} cy={centre.y + y} r={radius} opacity="0.75" />
        ))}
      </g>
      <path d={moon} fill="var(--dawn-6)" />
      <g strokeWidth="1.25" strokeOpacity="0.55">
        <path d={ticksOf(hours.filter(isInUpperHalf))} stroke="#0b1f2a" />
        <path d={ticksOf(hours.filter((time) => !isInUpperHalf(time)))} stroke="#fff" />
      </g>
      <g strokeWidth={bandWidth}>
        <path d={stretch(equinoxDay.sunrise, equinoxDay.maghrib, band)} className="day-ring-light" />
        <path d={stretch(equinoxDay.maghrib, equinoxDay.sunrise, band)} stroke="var(--dawn-1)" />
      </g>
      <g strokeWidth="29" strokeLinecap="round">
        <path d={stretch('22:00', '04:30', band)} stroke="#c9dcdf" />
        <path d={stretch('13:06', '13:18', band)} className="day-ring-rest" />
        <path d={stretch('16:30', '17:20', band)} stroke="var(--primary)" />
      </g>
      {meals.map((time) => (
        <circle
          key={time}
          cx={round(at(time, band).x)}
          cy={round(at(time, band).y)}
          r="9"
          fill="var(--gold-fill)"
          stroke="#8a5a12"
          strokeWidth="1.5"
        />
      ))}
      <circle cx={centre.x} cy={centre.y} r={outer} stroke="var(--line)" strokeWidth="1.5" />
      <path d={leaderLines} stroke="#0b1f2a" strokeWidth="1.25" />
      {prayers.map(({ name }) => (
        <path
          key={name}
          d={khatamPath(at(equinoxDay[name], outer), 10)}
          fill="var(--gold)"
          stroke="var(--paper)"
          strokeWidth="4"
          paintOrder="stroke"
        />
      ))}
      <g className="day-ring-text" fontWeight="500">
        {prayers.map(({ name, anchor, dx, dy }) => (
          <text
            key={name}
            x={round(at(equinoxDay[name], outer).x + dx)}
            y={round(at(equinoxDay[name], outer).y + dy)}
            textAnchor={anchor}
            className="day-ring-prayer"
          >
            {names[name]}
          </text>
        ))}
        <text fill="#0b1f2a" textAnchor="middle">
          <textPath href="#day-ring-sleep" startOffset="50%">
            {names.sleep}
          </textPath>
        </text>
        <g className="day-ring-inside">
          {inside.map(({ name, time, anchor, dx, dy }) => (
            <text
              key={name}
              x={round(at(time, disc).x + dx)}
              y={round(at(time, disc).y + dy)}
              textAnchor={anchor}
            >
              {names[name]}
            </text>
          ))}
        </g>
      </g>
    </Picture>
  );
}
