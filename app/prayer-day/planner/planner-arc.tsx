import { day as words } from '../../../content/pages/landing/day.ts';
import { type Prayer, prayers, roomAfter, roomBefore } from '../../../content/prayers.ts';
import { tryWords } from '../../../content/try-day.ts';
import {
  type DayFrame,
  type DayPath,
  type DayTimes,
  minutesOfDay,
  minutesPath,
  round,
} from '../../drawings/day-path.ts';
import { Picture } from '../../drawings/picture.tsx';
import { khatamPath } from '../../drawings/shapes.ts';
import type { LaidDay, Task } from '../schedule-tasks.ts';
import { numberOffset, TaskMark } from './task-mark.tsx';

interface TryArcProps {
  times: DayTimes;
  tasks: readonly Task[];
  laid: LaidDay;
  isWide: boolean;
  /** Called when a task is dropped at a minute of the day. */
  onDrop: (id: string, minute: number) => void;
}

const frames = {
  wide: { left: 8, right: 992, horizon: 214, top: 56, margin: 120, depth: 62 },
  slim: { left: 6, right: 354, horizon: 178, top: 48, margin: 120, depth: 52 },
} as const satisfies Record<string, DayFrame>;

/** Text sizes in units of the drawing. The slim one is shown smaller than drawn (drawn for 360, shown at 248 px and more). */
const sizes = { wide: 15, slim: 18 } as const;

/** How far a name may reach beyond the drawing, into the panel's own edge, in units. */
const edge = 12;

interface PrayerNameProps {
  day: DayPath;
  prayer: Prayer;
  text: string;
  width: number;
  size: number;
}

/** A prayer and its name, where the arc leaves room: above it where it descends, below it where it ascends. */
function PrayerName({ day, prayer, text, width, size }: PrayerNameProps) {
  const { x, y } = day.at(day.minutes[prayer]);
  const names = {
    fajr: { dx: 14, dy: 30, anchor: 'start' },
    dhuhr: { dx: 0, dy: -24, anchor: 'middle' },
    asr: { dx: 16, dy: -14, anchor: 'start' },
    maghrib: { dx: 14, dy: -14, anchor: 'start' },
    isha: { dx: 14, dy: -10, anchor: 'start' },
  } as const;
  const { dx, dy, anchor } = names[prayer];
  const room = anchor === 'start' ? text.length * size * 0.56 : 0;
  return (
    <>
      <path className="try-arc-prayer" d={khatamPath({ x, y }, 8)} strokeWidth="2.5" paintOrder="stroke" />
      <text
        className="try-arc-name"
        x={round(Math.min(x + dx, width + edge - room))}
        y={round(y + dy)}
        fontSize={size}
        textAnchor={anchor}
      >
        {text}
      </text>
    </>
  );
}

/** Which of the numbers at these x coordinates go into the second row, so that no two overlap. */
function rowsOf(places: readonly number[]): boolean[] {
  const rows: boolean[] = [];
  for (const [index, x] of places.entries()) {
    const isClose = x - (places[index - 1] ?? Number.NEGATIVE_INFINITY) < numberOffset;
    rows.push(isClose && !rows[index - 1]);
  }
  return rows;
}

/** The day to try: its prayers, the time kept free around them, and the tasks in between. */
export function TryArc({ times, tasks, laid, isWide, onDrop }: TryArcProps) {
  const [frame, size] = isWide ? [frames.wide, sizes.wide] : [frames.slim, sizes.slim];
  const day = minutesPath(minutesOfDay(times), frame);
  const { sunrise, maghrib } = day.minutes;
  const further = rowsOf(laid.slots.map(({ start, end }) => day.at((start + end) / 2).x));
  const [width, height] = isWide ? ([1000, 312] as const) : ([360, 268] as const);
  return (
    <Picture className="try-arc" viewBox={`0 0 ${width} ${height}`} label={tryWords.drawing}>
      <path className="try-arc-horizon" d={`M0 ${frame.horizon}H${width}`} />
      {prayers.map((prayer) => (
        <path
          key={prayer}
          className="try-arc-free"
          d={day.line(day.minutes[prayer] - roomBefore, day.minutes[prayer] + roomAfter)}
          strokeWidth="18"
          strokeLinecap="round"
        />
      ))}
      <g className="try-arc-night" strokeWidth="2" strokeDasharray="1 6" strokeLinecap="round">
        <path d={day.line(day.start, sunrise)} />
        <path d={day.line(maghrib, day.end)} />
      </g>
      <path className="try-arc-day" d={day.line(sunrise, maghrib)} strokeWidth="2" />
      {prayers.map((prayer) => (
        <PrayerName
          key={prayer}
          day={day}
          prayer={prayer}
          text={isWide ? `${words.moments[prayer]} ${times[prayer]}` : words.moments[prayer]}
          width={width}
          size={size}
        />
      ))}
      {laid.slots.map((slot, index) => (
        <TaskMark
          key={slot.task.id}
          day={day}
          slot={slot}
          size={size}
          isFurther={further[index] ?? false}
          number={tasks.findIndex(({ id }) => id === slot.task.id) + 1}
          onDrop={(minute) => onDrop(slot.task.id, minute)}
        />
      ))}
    </Picture>
  );
}
