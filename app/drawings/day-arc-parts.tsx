import { type PointerEvent, useRef, useState } from 'react';
import { palette } from '../../content/colours.ts';
import type { Prayer } from '../../content/prayers.ts';
import type { TaskId } from '../clock/tasks.ts';
import { Khatam } from './khatam.tsx';
import { type Point, pointText, round } from './points.ts';
import type { SunPath } from './sun-path.ts';
import { cardHeight, cardSizes, corner, type PlacedTask, titleInTwo } from './task-cards.ts';
import { numberRadius, type PlacedNumber } from './task-numbers.ts';
import { widthOf } from './text-width.ts';

/** A prayer on the arc: a khatam, white in the sky, gold on the paper below the horizon. */
export function MomentMark({ prayer, at, radius }: { prayer: Prayer; at: Point; radius: number }) {
  const inSky = prayer === 'dhuhr' || prayer === 'asr';
  return (
    <Khatam
      at={at}
      radius={radius}
      fill={inSky ? palette.white : 'var(--gold)'}
      stroke={inSky ? palette.deep : 'var(--paper)'}
      strokeWidth="3"
      paintOrder="stroke"
    />
  );
}

/** How wide the ground of a name is. */
export const labelWidth = (text: string, size: number): number => widthOf(text, size, 'name') + size * 1.5;

/** A name over the changing sky: its own dark ground keeps it legible whatever dawn lies behind it. */
export function SkyLabel({ at, text, size }: { at: Point; text: string; size: number }) {
  const width = Math.round(labelWidth(text, size));
  const height = Math.round(size * 1.75);
  const left = Math.round(at.x - width / 2);
  const top = Math.round(at.y - height / 2);
  const baseline = Math.round(at.y + size * 0.35);
  const ground = { width, height, rx: height / 2, fill: palette.night, fillOpacity: 0.62 };
  return (
    <g>
      <rect x={left} y={top} {...ground} />
      <text x={Math.round(at.x)} y={baseline} fontSize={size} textAnchor="middle" fill={palette.white}>
        {text}
      </text>
    </g>
  );
}

/** The line that ties a card to its task: down to the card, or sideways to it where the number stands beside it. */
function tie({ x, y }: Point, { left, top, width }: PlacedTask['card']): string | undefined {
  const right = left + width;
  const isOver = x > left && x < right;
  if (isOver && y < top) return `M${pointText({ x, y })}V${round(top)}`;
  const isLevel = y > top + corner && y < top + cardHeight - corner;
  if (isOver || !isLevel) return undefined;
  return x > right
    ? `M${pointText({ x: x - numberRadius, y })}H${right}`
    : `M${pointText({ x: x + numberRadius, y })}H${left}`;
}

/**
 * A task's card, light by day and by night because it lies on the same dawn.
 * @param from where on the arc the task lies: a thin line ties the card to it
 */
export function TaskCard({ task, from }: { task: PlacedTask; from: Point }) {
  const { left, top, width, padding, isNarrow } = task.card;
  const [first, second] = isNarrow ? titleInTwo(task.title) : [task.title, task.text];
  const title = { fontSize: cardSizes.title, fontWeight: '600', fill: palette.ink };
  const text = isNarrow ? title : { fontSize: cardSizes.text, fill: palette.muted };
  const line = tie(from, task.card);
  return (
    <>
      {line && (
        <path
          className="day-arc-line"
          d={line}
          stroke={palette.white}
          strokeOpacity="0.75"
          strokeWidth="1.25"
        />
      )}
      <g transform={`translate(${pointText({ x: left, y: top })})`} fill={palette.cardOnSky}>
        <rect className="day-arc-card" width={width} height={cardHeight} rx={corner} />
        <text x={padding} y="27" {...title}>
          {first}
        </text>
        <text x={padding} y="47" {...text}>
          {second}
        </text>
      </g>
    </>
  );
}

interface TaskMarkProps {
  number: PlacedNumber;
  path: SunPath;
  /** Called when the number is dropped at a minute of the day; without it the number cannot be dragged. */
  onDrop: ((id: TaskId, minute: number) => void) | undefined;
}

const numberText = { fontSize: 15, fontWeight: 600, textAnchor: 'middle' } as const;

/** A task on the arc, with its number in the list. Dragging the number moves the task along the day. */
export function TaskMark({ number, path, onDrop }: TaskMarkProps) {
  const { task } = number;
  const [dragged, setDragged] = useState<number>();
  const grip = useRef(0);
  const half = (task.last - task.first) / 2;
  const middle = dragged ?? task.first + half;
  const line = path.line(middle - half, middle + half);
  const { x, y } = path.at(dragged ?? number.minute);
  const numberAt = { x, y: y + number.away };
  const isUp = middle > path.minutes.sunrise && middle < path.minutes.maghrib;
  const minuteUnder = ({ clientX, currentTarget }: PointerEvent<SVGGElement>): number => {
    const matrix = currentTarget.ownerSVGElement?.getScreenCTM();
    return matrix ? path.minuteAt((clientX - matrix.e) / matrix.a) : middle;
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
        if (dragged !== undefined) setDragged(Math.min(Math.max(minute, path.start + half), path.end - half));
      }}
      onPointerUp={() => {
        setDragged(undefined);
        if (dragged !== undefined && dragged !== task.first + half) onDrop?.(task.id, dragged);
      }}
      onPointerCancel={() => setDragged(undefined)}
    >
      <path d={line} stroke="var(--mark)" strokeWidth="6" strokeLinecap="round" />
      <g transform={`translate(${pointText(numberAt)})`}>
        <circle r={numberRadius} fill="var(--mark)" />
        <text y="5.2" fill="var(--on-mark)" {...numberText}>
          {task.number}
        </text>
      </g>
    </g>
  );
}

interface RisingSunProps {
  at: Point;
  radius: number;
  /** Prefix of the drawing's ids, as in ArcDefinitions. */
  id: string;
  /** 0 on the horizon, 1 at the top, where its light reaches less far: words stand above it. */
  height?: number;
}

/** The sun, which rises from behind the horizon. */
export function RisingSun({ at, radius, id, height = 0 }: RisingSunProps) {
  const reach = 9 - 4 * Math.min(Math.max(height, 0), 1);
  return (
    <g clipPath={`url(#${id}-sky)`}>
      <g transform={`translate(${pointText(at)})`}>
        <g className={`${id}-sun`}>
          <circle r={round(radius * reach)} fill={`url(#${id}-glow)`} />
          <circle r={round(radius * 2.6)} stroke={palette.halo} strokeOpacity="0.35" />
          <circle r={round(radius * 4.4)} stroke={palette.halo} strokeOpacity="0.2" />
          <circle r={radius} fill={palette.sun} />
        </g>
      </g>
    </g>
  );
}

export function ArcDefinitions({ id, width, horizon }: { id: string; width: number; horizon: number }) {
  return (
    <defs>
      <radialGradient id={`${id}-glow`}>
        <stop stopColor={palette.glow} stopOpacity="0.95" />
        <stop offset="0.16" stopColor={palette.glowWithin} stopOpacity="0.8" />
        <stop offset="0.42" stopColor={palette.glowAround} stopOpacity="0.3" />
        <stop offset="0.7" stopColor={palette.glowEdge} stopOpacity="0.08" />
        <stop offset="1" stopColor={palette.glowEdge} stopOpacity="0" />
      </radialGradient>
      <linearGradient id={`${id}-line`}>
        <stop stopColor={palette.pathEnd} />
        <stop offset="0.3" stopColor={palette.path} />
        <stop offset="0.75" stopColor={palette.path} />
        <stop offset="1" stopColor={palette.pathEnd} />
      </linearGradient>
      <linearGradient id={`${id}-day`} x2="0" y2="1">
        <stop stopColor={palette.glow} stopOpacity="0.16" />
        <stop offset="1" stopColor={palette.glow} stopOpacity="0" />
      </linearGradient>
      <clipPath id={`${id}-sky`}>
        <rect x={-width} y={-width} width={width * 3} height={width + horizon} />
      </clipPath>
    </defs>
  );
}
