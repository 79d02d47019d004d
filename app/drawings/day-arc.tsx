import type { DayMoment } from '../../content/prayers.ts';
import { byMoment, type DayMinutes, type DayTimes, minutesOfDay } from '../clock/clock.ts';
import { equinoxDay } from '../clock/example-day.ts';
import type { TaskId } from '../clock/tasks.ts';
import { frames, type Shape } from './arc-frames.ts';
import {
  ArcDefinitions,
  labelWidth,
  MomentMark,
  RisingSun,
  SkyLabel,
  TaskCard,
  TaskMark,
} from './day-arc-parts.tsx';
import { Picture } from './picture.tsx';
import { type Point, pointText, round } from './points.ts';
import { crescentPath, newMoon } from './shapes.ts';
import { type PathFrame, type SunPath, sunPath } from './sun-path.ts';
import { type DrawnDay, layOutCards, layOutOneCard } from './task-cards.ts';
import { type ArcTask, arcPrayers, marginWith, middleOf, placeNumbers } from './task-numbers.ts';
import { widthOf } from './text-width.ts';

/** Two drawings of one day, for wide screens and for phones: nothing is shrunk below reading size. */
const shapes = {
  wide: {
    height: 387,
    sunRadius: 17,
    dash: '1 7',
    markRadius: 9,
    offsets: { dhuhr: 34, asr: { x: 66, y: 16 }, night: { x: 20, y: 9 }, horizon: { x: 14, y: 26 } },
    /** How far a task's number keeps from a prayer's mark: a wide arc is long enough without. */
    clearOfPrayers: 0,
  },
  slim: {
    height: 284,
    sunRadius: 13,
    dash: '1 6',
    markRadius: 8,
    offsets: { dhuhr: 30, asr: { x: 42, y: 14 }, night: { x: 16, y: 14 }, horizon: { x: 12, y: 24 } },
    clearOfPrayers: 28,
  },
} as const satisfies Record<Shape, object>;

const wideExample = sunPath(minutesOfDay(equinoxDay), frames.wide);

/** The example's daylight as the wide drawing has it, and the box around it. */
export const wideDaylight = {
  path: wideExample.line(wideExample.minutes.sunrise, wideExample.minutes.maghrib),
  viewBox: boxAround(wideExample, frames.wide),
};

function boxAround(path: SunPath, { top, horizon }: PathFrame): string {
  const left = Math.round(path.point('sunrise').x);
  const right = Math.round(path.point('maghrib').x);
  return [left, top, right - left, horizon - top].join(' ');
}

type Names = Readonly<Record<DayMoment, string>>;

/** A day as one of the arcs shows it: with all cards that fit or, on a phone, with the errand's alone. */
export function drawDay(shape: Shape, minutes: DayMinutes, sun: number, tasks: readonly ArcTask[]): DrawnDay {
  const margin = marginWith(tasks, minutes, frames[shape].margin);
  const frame = { ...frames[shape], margin };
  const path = sunPath(minutes, frame);
  const layOut = shape === 'wide' ? layOutCards : layOutOneCard;
  const numbers = placeNumbers(tasks, path, frame, shapes[shape].clearOfPrayers);
  return { minutes, margin, sun, tasks: layOut(numbers, path, frame) };
}

/** The room that the crescent needs at both ends of the drawing. */
const edge = 12;
const nowPath = crescentPath({ x: 0, y: 0 }, 8, newMoon);

/** The light of the day, the sun in it, and its whole path from night to night. */
function ArcSky({ shape, path, sun }: { shape: Shape; path: SunPath; sun: number }) {
  const id = `day-arc-${shape}`;
  const frame = frames[shape];
  const { sunRadius, dash } = shapes[shape];
  const { sunrise, maghrib } = path.minutes;
  // Late at night it stays where the drawing ends, but whole.
  const first = path.minuteAt(frame.left + edge);
  const last = path.minuteAt(frame.right - edge);
  const at = path.at(Math.min(Math.max(sun, first), last));
  const isNight = sun < sunrise || sun > maghrib;
  const daylight = path.line(sunrise, maghrib);
  return (
    <>
      <ArcDefinitions id={id} width={frame.right} horizon={frame.horizon} />
      <path d={`${daylight}Z`} fill={`url(#${id}-day)`} />
      <RisingSun at={at} radius={sunRadius} id={id} height={path.height(sun)} />
      <g strokeWidth="2">
        <g className="day-arc-line" stroke="var(--gold)" strokeDasharray={dash} strokeLinecap="round">
          <path d={path.line(path.start, sunrise)} />
          <path d={path.line(maghrib, path.end)} />
        </g>
        <path className="day-arc-line" d={daylight} stroke={`url(#${id}-line)`} />
      </g>
      {/* At night the sun is hidden: a crescent says where on its way it is. */}
      {isNight && (
        <path
          className="day-arc-now"
          transform={`translate(${pointText(at)})`}
          d={nowPath}
          fill="var(--gold)"
          stroke="var(--paper)"
          strokeWidth="5"
          paintOrder="stroke"
        />
      )}
    </>
  );
}

function Prayers({ shape, path, names }: { shape: Shape; path: SunPath; names: Names }) {
  const frame = frames[shape];
  const { markRadius, offsets } = shapes[shape];
  const { night, horizon } = offsets;
  const { fajr, sunrise, dhuhr, asr, maghrib, isha } = byMoment(path.point);
  const size = 15;
  const below = frame.horizon + horizon.y;
  // Where twilight is short or shallow, the names at night and at the horizon would overlap; on a short day so would these two.
  const atNight = ({ x, y }: Point, side: 1 | -1) => ({
    x: round(x + side * night.x),
    y: round(Math.max(y + night.y, below + size * 1.4)),
  });
  const bothNames = widthOf(names.sunrise + names.maghrib, size, 'names');
  const isShort = maghrib.x - sunrise.x < bothNames + horizon.x * 2;
  const asrAt = Math.min(asr.x + offsets.asr.x, frame.right - labelWidth(names.asr, size) / 2);
  return (
    <>
      {arcPrayers.map((prayer) => (
        <MomentMark key={prayer} prayer={prayer} at={path.point(prayer)} radius={markRadius} />
      ))}
      <g fontWeight="500">
        <SkyLabel at={{ x: dhuhr.x, y: dhuhr.y - offsets.dhuhr }} text={names.dhuhr} size={size} />
        <SkyLabel at={{ x: asrAt, y: asr.y - offsets.asr.y }} text={names.asr} size={size} />
        <g fontSize={size} fill="var(--muted)" className="day-arc-ground">
          <text {...atNight(fajr, 1)}>{names.fajr}</text>
          <text x={round(sunrise.x + horizon.x)} y={below}>
            {names.sunrise}
          </text>
          <text x={round(maghrib.x - horizon.x)} y={isShort ? below + size : below} textAnchor="end">
            {names.maghrib}
          </text>
          <text {...atNight(isha, -1)} textAnchor="end">
            {names.isha}
          </text>
        </g>
      </g>
    </>
  );
}

interface DayArcProps {
  shape: Shape;
  day: DrawnDay;
  names: Names;
  /** With them the moments' names say their times, where the drawing has room. */
  times?: DayTimes;
  label?: string | undefined;
  onDrop?: ((id: TaskId, minute: number) => void) | undefined;
}

/** A day as the sun's path: the prayers where the sun puts them, and the tasks between them. */
export function DayArc({ shape, day, names, times, label, onDrop }: DayArcProps) {
  const frame = { ...frames[shape], margin: day.margin };
  const { height, clearOfPrayers } = shapes[shape];
  const path = sunPath(day.minutes, frame);
  const withTimes = byMoment((moment) =>
    times && shape === 'wide' ? `${names[moment]} ${times[moment]}` : names[moment],
  );
  const numbers = placeNumbers(day.tasks, path, frame, clearOfPrayers);
  const marks = numbers.map((number) => (
    <TaskMark key={number.task.id} number={number} path={path} onDrop={onDrop} />
  ));
  const cards = numbers.map(({ task, at }) => {
    const from = shape === 'wide' ? path.at(middleOf(task)) : at;
    return task.card.isShown && <TaskCard key={task.id} task={task} from={from} />;
  });
  return (
    <Picture className={`day-arc day-arc-${shape}`} viewBox={`0 0 ${frame.right} ${height}`} label={label}>
      <ArcSky shape={shape} path={path} sun={day.sun} />
      {/* On a phone the card lies over the arc; on a wide screen its line ends behind the number. */}
      {shape === 'slim' && marks}
      {cards}
      <Prayers shape={shape} path={path} names={withTimes} />
      {shape === 'wide' && marks}
    </Picture>
  );
}
