import { palette } from '../../content/colours.ts';
import type { HealthContent } from '../../content/pages/health.ts';
import { clockOf, minutesInDay, minutesOf } from '../clock/clock.ts';
import { equinoxDay, exampleMeals, exampleRest, exampleSleep, exampleWalk } from '../clock/example-day.ts';
import { Khatam } from './khatam.tsx';
import { centredAt, Picture } from './picture.tsx';
import { type Point, pointText, round } from './points.ts';
import { crescentPath, newMoon, onCircle } from './shapes.ts';

const centre: Point = { x: 222, y: 216 };
/** Radius of the middle of the band that is the day. */
const bandRadius = 142;
const bandWidth = 44;
/** Radius of the band's outer edge, where the prayers are. */
const outerRadius = bandRadius + bandWidth / 2;
const discRadius = bandRadius - bandWidth / 2 - 5;
const meal = { radius: 9, edge: 1.5 };
const sunRadius = 16;
/** How wide sleep, the rest and the walk are within the band. */
const strokeOfRest = 29;

/** The middle of the day is at the top, so that the sun rises on the left and the horizon lies level. */
const middle = (minutesOf(equinoxDay.sunrise) + minutesOf(equinoxDay.maghrib)) / 2;
const turnsOf = (time: string) => (minutesOf(time) - middle) / minutesInDay;

const at = (time: string, radius: number): Point => onCircle(centre, radius, turnsOf(time));

const isInUpperHalf = (time: string): boolean => Math.abs(turnsOf(time)) < 0.25;

/** The arc of a circle between two times, clockwise; anticlockwise for the words along the underside of the night. */
function arcBetween(first: string, last: string, radius: number, sweep: 0 | 1 = 1): string {
  const share = (turnsOf(last) - turnsOf(first) + 1) % 1;
  const [from, to] = sweep ? [first, last] : [last, first];
  return `M${pointText(at(from, radius))}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} ${sweep} ${pointText(at(to, radius))}`;
}

const lineOutwards = (time: string, from: number, to: number) =>
  `M${pointText(at(time, from))}L${pointText(at(time, to))}`;

const prayers = [
  { name: 'fajr', time: equinoxDay.fajr, anchor: 'end', dx: -16, dy: 12 },
  { name: 'dhuhr', time: equinoxDay.dhuhr, anchor: 'middle', dx: 10, dy: -18 },
  { name: 'asr', time: equinoxDay.asr, anchor: 'start', dx: 15, dy: -6 },
  { name: 'maghrib', time: equinoxDay.maghrib, anchor: 'start', dx: 1, dy: -19 },
  { name: 'isha', time: equinoxDay.isha, anchor: 'start', dx: 14, dy: 16 },
] as const;

/** The middle of a time that does not go past midnight. */
const middleOf = ({ from, to }: { from: string; to: string }) =>
  clockOf((minutesOf(from) + minutesOf(to)) / 2);

/** A time some minutes later, or earlier. */
const shifted = (time: string, minutes: number) => clockOf(minutesOf(time) + minutes);

const [namedMeal] = exampleMeals;
/** Written inside the ring, each beside a short line to the middle of what it names. */
const inside = [
  { name: 'meals', time: namedMeal, anchor: 'start', dx: 24, dy: 7 },
  { name: 'qailulah', time: middleOf(exampleRest), anchor: 'middle', dx: -6, dy: 35 },
  { name: 'movement', time: middleOf(exampleWalk), anchor: 'end', dx: -22, dy: 13 },
] as const;
const pointers = inside.map(({ time }) => lineOutwards(time, discRadius - 18, bandRadius)).join('');

/** How far the word for sleep may go beyond it on each side, in minutes. */
const roomForWord = 20;
const sleepWord = {
  from: shifted(exampleSleep.from, -roomForWord),
  to: shifted(exampleSleep.to, roomForWord),
};

const hours = Array.from({ length: 24 }, (_, hour) => clockOf(hour * 60));
/** A tick this near to a pointer would seem to be a part of it. */
const minutesAroundPointer = 20;
const hasPointer = (hour: string): boolean =>
  inside.some(({ time }) => Math.abs(minutesOf(time) - minutesOf(hour)) < minutesAroundPointer);
const ticked = hours.filter((hour) => !hasPointer(hour));
/** Every sixth hour has a longer tick. */
const ticksOf = (times: readonly string[]) =>
  times
    .map((time) => lineOutwards(time, discRadius - 4, discRadius - (hours.indexOf(time) % 6 === 0 ? 14 : 9)))
    .join('');

const moon = crescentPath({ x: centre.x + 4, y: centre.y + 62 }, 20, newMoon);
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

interface DayRingProps {
  words: HealthContent['ring']['names'];
  /** What it shows, for a screen reader; without it the drawing is decoration. */
  label?: string;
}

/** A day and its night as one ring: sleep, qailulah, meals and movement set round the five prayers. */
export function DayRing({ words, label }: DayRingProps) {
  const { sunrise, maghrib } = equinoxDay;
  const labels = (places: typeof prayers | typeof inside, radius: number) =>
    places.map(({ name, time, anchor, dx, dy }) => {
      const { x, y } = at(time, radius);
      return (
        <text key={name} x={round(x + dx)} y={round(y + dy)} textAnchor={anchor}>
          {words[name]}
        </text>
      );
    });
  return (
    <Picture className="day-ring" viewBox="-18 0 480 396" label={label}>
      <defs>
        <linearGradient id="day-ring-day" x2="0" y2="1">
          <stop stopColor="var(--ring-day-top)" />
          <stop stopColor="var(--ring-day-foot)" offset="1" />
        </linearGradient>
        <radialGradient id="day-ring-glow">
          <stop stopColor={palette.glowWithin} />
          <stop offset="1" stopColor={palette.glowAround} stopOpacity="0" />
        </radialGradient>
        <clipPath id="day-ring-sky">
          <rect width="480" height={round(at(sunrise, discRadius).y)} />
        </clipPath>
        <path id="day-ring-sleep" d={arcBetween(sleepWord.from, sleepWord.to, bandRadius + 7, 0)} />
      </defs>
      <path d={`${arcBetween(sunrise, maghrib, discRadius)}Z`} fill="url(#day-ring-day)" />
      <path d={`${arcBetween(maghrib, sunrise, discRadius, 0)}Z`} fill="var(--dawn-2)" />
      <g clipPath="url(#day-ring-sky)">
        <circle cx={centre.x} cy={centre.y} r="52" fill="url(#day-ring-glow)" />
        <circle cx={centre.x} cy={centre.y} r={sunRadius} fill={palette.sun} />
      </g>
      <g fill={palette.white}>
        {stars.map(([x, y, radius]) => (
          <circle key={x} cx={centre.x + x} cy={centre.y + y} r={radius} opacity="0.75" />
        ))}
      </g>
      <path d={moon} fill="var(--dawn-4)" />
      <g strokeWidth="1.25" strokeOpacity="0.55">
        <path d={ticksOf(ticked.filter(isInUpperHalf))} stroke={palette.ink} />
        <path d={ticksOf(ticked.filter((time) => !isInUpperHalf(time)))} stroke={palette.white} />
      </g>
      <g strokeWidth={bandWidth}>
        <path d={arcBetween(sunrise, maghrib, bandRadius)} stroke="var(--ring-light)" />
        <path d={arcBetween(maghrib, sunrise, bandRadius)} stroke="var(--dawn-1)" />
      </g>
      <g strokeWidth={strokeOfRest} strokeLinecap="round">
        <path d={arcBetween(exampleSleep.from, exampleSleep.to, bandRadius)} stroke={palette.sleep} />
        <path d={arcBetween(exampleRest.from, exampleRest.to, bandRadius)} stroke="var(--ring-rest)" />
        <path d={arcBetween(exampleWalk.from, exampleWalk.to, bandRadius)} stroke="var(--primary-on-light)" />
      </g>
      <g fill="var(--gold-fill)" stroke={palette.bronze} strokeWidth={meal.edge}>
        {exampleMeals.map((time) => (
          <circle key={time} {...centredAt(at(time, bandRadius))} r={meal.radius} />
        ))}
      </g>
      <circle cx={centre.x} cy={centre.y} r={outerRadius} stroke="var(--line)" strokeWidth="1.5" />
      <path d={pointers} stroke={palette.ink} strokeWidth="1.25" />
      <g fill={palette.ink} stroke="var(--ring-light)" strokeWidth="1.25">
        {inside.map(({ name, time }) => (
          <circle key={name} {...centredAt(at(time, bandRadius))} r="3" />
        ))}
      </g>
      <g fill="var(--gold)" stroke="var(--paper)" strokeWidth="4" paintOrder="stroke">
        {prayers.map(({ name, time }) => (
          <Khatam key={name} at={at(time, outerRadius)} radius={10} />
        ))}
      </g>
      <g className="day-ring-text" fontWeight="500">
        <g fill="var(--ink)" className="day-ring-prayer">
          {labels(prayers, outerRadius)}
        </g>
        <text fill={palette.ink} textAnchor="middle">
          <textPath href="#day-ring-sleep" startOffset="50%">
            {words.sleep}
          </textPath>
        </text>
        <g fill={palette.ink}>{labels(inside, discRadius)}</g>
      </g>
    </Picture>
  );
}
