import { type PointerEvent, useRef, useState } from 'react';
import { day as words } from '../../../../../content/pages/landing/day.ts';
import { tryWords } from '../../../../../content/try-day.ts';
import {
  type DayFrame,
  type DayPath,
  type DayTimes,
  minutesOfDay,
  minutesPath,
  round,
} from '../../../../drawings/day-path.ts';
import { khatamPath } from '../../../../drawings/khatam-path.ts';
import { Picture } from '../../../../drawings/picture.tsx';
import {
  type LaidDay,
  type Prayer,
  roomAfter,
  roomBefore,
  type Slot,
  type Task,
} from '../../../../own-day/lay-out.ts';

interface TryArcProps {
  times: DayTimes;
  tasks: readonly Task[];
  laid: LaidDay;
  isWide: boolean;
  /** A task was let go at a minute of the day. */
  onDrop: (id: string, minute: number) => void;
}

const frames = {
  wide: { left: 8, right: 992, horizon: 214, top: 56, margin: 120, depth: 62 },
  slim: { left: 6, right: 354, horizon: 178, top: 48, margin: 120, depth: 52 },
} as const satisfies Record<string, DayFrame>;

const prayers: readonly Prayer[] = ['fajr', 'dhuhr', 'asr', 'maghrib', 'isha'];
const size = 14;

interface PrayerNameProps {
  day: DayPath;
  prayer: Prayer;
  text: string;
  width: number;
}

/** A prayer and its name, where the arc leaves room: over the descent, under the ascent. */
function PrayerName({ day, prayer, text, width }: PrayerNameProps) {
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
        x={round(Math.min(x + dx, width - room))}
        y={round(y + dy)}
        fontSize={size}
        textAnchor={anchor}
      >
        {text}
      </text>
    </>
  );
}

/** How far its number stands from a task's middle: on the side of the arc where no prayer has its name. */
const toNumber = 30;

/** Which of the numbers standing at these places across must step back, so that no two lie on one another. */
function rowsOf(places: readonly number[]): boolean[] {
  const rows: boolean[] = [];
  for (const [index, x] of places.entries()) {
    const isClose = x - (places[index - 1] ?? Number.NEGATIVE_INFINITY) < toNumber;
    rows.push(isClose && !rows[index - 1]);
  }
  return rows;
}

interface TaskMarkProps {
  day: DayPath;
  slot: Slot;
  number: number;
  /** In the second row, because the number before it stands close by. */
  isFurther: boolean;
  onDrop: (minute: number) => void;
}

/** A task on the arc with the number that it has in the list. Who drags it moves it along the day. */
function TaskMark({ day, slot, number, isFurther, onDrop }: TaskMarkProps) {
  const [dragged, setDragged] = useState<number>();
  const half = (slot.end - slot.start) / 2;
  const middle = dragged ?? slot.start + half;
  const { x, y } = day.at(middle);
  const numberAt = y + (middle < day.noon ? -toNumber : toNumber) * (isFurther ? 2 : 1);
  const grip = useRef(0);
  const minuteUnder = ({ clientX, currentTarget }: PointerEvent<SVGGElement>): number => {
    const box = currentTarget.ownerSVGElement?.getBoundingClientRect();
    const width = currentTarget.ownerSVGElement?.viewBox.baseVal.width ?? 0;
    return box ? day.minuteAt(((clientX - box.left) / box.width) * width) : middle;
  };
  const within = (minute: number) => Math.min(Math.max(minute, day.start + half), day.end - half);
  return (
    <g
      className={`try-arc-task try-${slot.task.kind}`}
      data-dragged={dragged !== undefined || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = minuteUnder(event) - middle;
        setDragged(middle);
      }}
      onPointerMove={(event) => {
        if (dragged !== undefined) setDragged(within(minuteUnder(event) - grip.current));
      }}
      onPointerUp={() => {
        setDragged(undefined);
        if (dragged !== undefined && dragged !== slot.start + half) onDrop(dragged);
      }}
      onPointerCancel={() => setDragged(undefined)}
    >
      <path d={day.line(middle - half, middle + half)} strokeWidth="10" strokeLinecap="round" />
      <path d={`M${round(x)} ${round(y)}V${round(numberAt)}`} strokeWidth="1.5" />
      <circle cx={round(x)} cy={round(numberAt)} r="14" />
      <text x={round(x)} y={round(numberAt + 5)} fontSize={size} fontWeight="600" textAnchor="middle">
        {number}
      </text>
    </g>
  );
}

/** The day to try: its prayers, what is kept free round them, and the tasks between. */
export function TryArc({ times, tasks, laid, isWide, onDrop }: TryArcProps) {
  const frame = isWide ? frames.wide : frames.slim;
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
        />
      ))}
      {laid.slots.map((slot, index) => (
        <TaskMark
          key={slot.task.id}
          day={day}
          slot={slot}
          isFurther={further[index] ?? false}
          number={tasks.findIndex(({ id }) => id === slot.task.id) + 1}
          onDrop={(minute) => onDrop(slot.task.id, minute)}
        />
      ))}
    </Picture>
  );
}
