import { palette } from '../../content/colours.ts';
import { nightPath as words } from '../../content/night-path.ts';
import { prayerNames } from '../../content/prayers.ts';
import { minutesInDay, minutesOf, minutesOfDay } from '../clock/clock.ts';
import { equinoxDay, exampleSleep } from '../clock/example-day.ts';
import { Khatam } from './khatam.tsx';
import { Picture } from './picture.tsx';
import type { Point } from './points.ts';
import { crescentPath, newMoon } from './shapes.ts';
import { type PathFrame, sunPath } from './sun-path.ts';

const width = 320;
const minutes = minutesOfDay(equinoxDay);
/** The night of the example: to the Fajr of the next day. */
const isha = minutes.isha;
const fajr = minutes.fajr + minutesInDay;
const bedtime = minutesOf(exampleSleep.from);
const rising = minutesOf(exampleSleep.to) + minutesInDay;
/** Minutes drawn on either side of the night. */
const margin = 75;
const perMinute = width / (fajr - isha + 2 * margin);
const frame: PathFrame = {
  left: (minutes.fajr - (isha - margin)) * perMinute,
  right: (minutes.isha - (isha - margin)) * perMinute,
  horizon: 92,
  top: -58,
  margin: 0,
};
const path = sunPath(minutes, frame);
const prayers = { isha: path.at(isha), fajr: path.at(fajr) };
const toBed = path.at(bedtime);

/** Above the horizon, away from the moon. */
const stars = [
  [26, 34, 1.2],
  [70, 62, 0.8],
  [104, 18, 0.9],
  [216, 64, 0.8],
  [250, 24, 1.2],
  [296, 52, 0.9],
] as const;

/** Inside the curve. */
const beside = ({ x, y }: Point, away: number) => ({ x: Math.round(x + away), y: Math.round(y - 4) });

/** The sun's way under the horizon from Isha to Fajr, and on it the sleep, which begins at bedtime. */
export function NightPath({ label }: { label?: string }) {
  return (
    <Picture className="night-path" viewBox={`-2 0 ${width + 4} 250`} label={label}>
      <path d={crescentPath({ x: 160, y: 40 }, 26, newMoon)} fill={palette.crescent} />
      <g fill={palette.white} fillOpacity="0.6">
        {stars.map(([x, y, radius]) => (
          <circle key={x} cx={x} cy={y} r={radius} />
        ))}
      </g>
      <path d={`M0 ${frame.horizon}H${width}`} stroke={palette.gold} strokeOpacity="0.6" />
      <g strokeLinecap="round">
        <path
          d={path.line(isha - margin, fajr + margin)}
          stroke={palette.gold}
          strokeWidth="1.5"
          strokeDasharray="1 6"
        />
        <path d={path.line(bedtime, rising)} stroke={palette.sleep} strokeWidth="12" />
      </g>
      <g fill={palette.gold}>
        {Object.values(prayers).map((at) => (
          <Khatam key={at.x} at={at} radius={8} />
        ))}
      </g>
      <g fill={palette.white} fontSize="15" fontWeight="500">
        <text {...beside(prayers.isha, 14)}>{prayerNames.isha}</text>
        <text {...beside(toBed, 16)}>{words.bedtime}</text>
        <text {...beside(prayers.fajr, -14)} textAnchor="end">
          {prayerNames.fajr}
        </text>
      </g>
    </Picture>
  );
}
