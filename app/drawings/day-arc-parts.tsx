import { type PointerEvent, useRef, useState } from 'react';
import { type DayPath, type Point, round } from './day-path.ts';
import { cardHeight, cardWidth, type PlacedTask } from './drawn-day.ts';
import { khatamPath } from './shapes.ts';

interface MomentMarkProps {
  at: Point;
  radius: number;
  inSky: boolean;
}

/** A prayer on the arc: a khatam, white in the sky, gold on the paper below the horizon. */
export function MomentMark({ at, radius, inSky }: MomentMarkProps) {
  return (
    <path
      // A transform keeps the path data the same: repeated five times in two arcs, it is a few bytes of the page.
      transform={`translate(${round(at.x)} ${round(at.y)})`}
      d={khatamPath({ x: 0, y: 0 }, radius)}
      fill={inSky ? '#fff' : 'var(--gold)'}
      stroke={inSky ? '#12324a' : 'var(--paper)'}
      strokeWidth="3"
      paintOrder="stroke"
    />
  );
}

interface SkyLabelProps {
  at: Point;
  text: string;
  size: number;
}

/** A name over the changing sky: its own dark ground keeps it legible whatever dawn lies behind it. */
export function SkyLabel({ at, text, size }: SkyLabelProps) {
  const width = text.length * size * 0.56 + size * 1.5;
  const height = size * 1.75;
  return (
    <g>
      <rect
        x={round(at.x - width / 2)}
        y={round(at.y - height / 2)}
        width={round(width)}
        height={height}
        rx={height / 2}
        fill="#0b1d2b"
        fillOpacity="0.62"
      />
      <text x={round(at.x)} y={round(at.y + size * 0.35)} fontSize={size} textAnchor="middle" fill="#fff">
        {text}
      </text>
    </g>
  );
}

interface TaskCardProps {
  task: PlacedTask;
  /** Where on the arc the task lies: a thin line ties the card to it. A phone's card stands free. */
  from: Point | undefined;
}

/** A task's card, light by day and by night because it lies on the same dawn. */
export function TaskCard({ task: { title, text, card }, from }: TaskCardProps) {
  const { left, top } = card;
  return (
    <>
      {from && (
        <path
          className="day-arc-line"
          d={`M${round(from.x)} ${round(from.y)}V${round(top)}`}
          stroke="#fff"
          strokeOpacity="0.75"
          strokeWidth="1.25"
        />
      )}
      <rect
        className="day-arc-card"
        x={round(left)}
        y={round(top)}
        width={cardWidth({ title, text })}
        height={cardHeight}
        rx="16"
        fill="#fffdf8"
      />
      <text x={round(left + 18)} y={round(top + 27)} fontSize="15.5" fontWeight="600" fill="#0b1f2a">
        {title}
      </text>
      <text x={round(left + 18)} y={round(top + 47)} fontSize="15" fill="#4a5a60">
        {text}
      </text>
    </>
  );
}

interface TaskMarkProps {
  task: PlacedTask;
  day: DayPath;
  /** How far from the arc the number stands: above it in the morning, below it where the prayers' names stand above. */
  away: number;
  /** Called when the number is dropped at a minute of the day; without it the number cannot be dragged. */
  onDrop: ((id: string, minute: number) => void) | undefined;
}

/** A task on the arc, with its number in the list. Dragging the number moves the task along the day. */
export function TaskMark({ task, day, away, onDrop }: TaskMarkProps) {
  const [dragged, setDragged] = useState<number>();
  const grip = useRef(0);
  const half = (task.last - task.first) / 2;
  const middle = dragged ?? task.first + half;
  const { x, y } = day.at(middle);
  const numberAt = y + (middle < day.noon ? -away : away);
  const isUp = middle > day.minutes.sunrise && middle < day.minutes.maghrib;
  const minuteUnder = ({ clientX, currentTarget }: PointerEvent<SVGGElement>): number => {
    const matrix = currentTarget.ownerSVGElement?.getScreenCTM();
    return matrix ? day.minuteAt((clientX - matrix.e) / matrix.a) : middle;
  };
  return (
    <g
      className={isUp ? 'day-arc-task' : 'day-arc-task day-arc-task-night'}
      data-task={task.id}
      data-dragged={dragged !== undefined || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0 || !onDrop) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = minuteUnder(event) - middle;
        setDragged(middle);
      }}
      onPointerMove={(event) => {
        const minute = minuteUnder(event) - grip.current;
        if (dragged !== undefined) setDragged(Math.min(Math.max(minute, day.start + half), day.end - half));
      }}
      onPointerUp={() => {
        setDragged(undefined);
        if (dragged !== undefined && dragged !== task.first + half) onDrop?.(task.id, dragged);
      }}
      onPointerCancel={() => setDragged(undefined)}
    >
      <path d={day.line(middle - half, middle + half)} strokeWidth="6" strokeLinecap="round" />
      <circle cx={round(x)} cy={round(numberAt)} r="12" />
      <text x={round(x)} y={round(numberAt + 5.2)} fontSize="15" fontWeight="600" textAnchor="middle">
        {task.number}
      </text>
    </g>
  );
}

/** The sun's place on its way below the horizon, where the sun itself is hidden. */
export function HiddenSun({ at, isShown }: { at: Point; isShown: boolean }) {
  return (
    <circle
      className="day-arc-now"
      cx={round(at.x)}
      cy={round(at.y)}
      r="6"
      strokeWidth="2"
      display={isShown ? undefined : 'none'}
    />
  );
}

interface RisingSunProps {
  at: Point;
  radius: number;
  /** Id prefix of the drawing: its gradient is `<id>-glow`, its sky `<id>-sky`. */
  id: string;
}

/** The sun just over the horizon; what is below the horizon hides it, so it can rise from behind. */
export function RisingSun({ at, radius, id }: RisingSunProps) {
  return (
    <g clipPath={`url(#${id}-sky)`}>
      <g transform={`translate(${round(at.x)} ${round(at.y)})`}>
        <g className={`${id}-sun`}>
          <circle r={round(radius * 9)} fill={`url(#${id}-glow)`} />
          <circle r={round(radius * 2.6)} stroke="#fff6e0" strokeOpacity="0.35" strokeWidth="1" />
          <circle r={round(radius * 4.4)} stroke="#fff6e0" strokeOpacity="0.2" strokeWidth="1" />
          <circle r={radius} fill="#fff4d9" />
        </g>
      </g>
    </g>
  );
}

/** The gradients and the sky's edge that both arcs share, under the drawing's own id prefix. */
export function ArcDefinitions({ id, width, horizon }: { id: string; width: number; horizon: number }) {
  return (
    <defs>
      <radialGradient id={`${id}-glow`}>
        <stop stopColor="#fff1cf" stopOpacity="0.95" />
        <stop offset="0.16" stopColor="#ffd993" stopOpacity="0.8" />
        <stop offset="0.42" stopColor="#ffc277" stopOpacity="0.3" />
        <stop offset="1" stopColor="#ffb35c" stopOpacity="0" />
      </radialGradient>
      <linearGradient id={`${id}-line`} x1="0" x2="1" y1="0" y2="0">
        <stop stopColor="#ffe2ad" />
        <stop offset="0.3" stopColor="#fff6e4" />
        <stop offset="0.75" stopColor="#fff6e4" />
        <stop offset="1" stopColor="#ffe2ad" />
      </linearGradient>
      <linearGradient id={`${id}-day`} x1="0" x2="0" y1="0" y2="1">
        <stop stopColor="#fff1cf" stopOpacity="0.16" />
        <stop offset="1" stopColor="#fff1cf" stopOpacity="0" />
      </linearGradient>
      <clipPath id={`${id}-sky`}>
        <rect x={-width} y={-width} width={width * 3} height={width + horizon} />
      </clipPath>
    </defs>
  );
}
