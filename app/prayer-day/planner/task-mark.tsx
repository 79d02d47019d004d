import { type PointerEvent, useRef, useState } from 'react';
import { type DayPath, round } from '../../drawings/day-path.ts';
import type { Slot } from '../schedule-tasks.ts';

/** Distance from a task's middle to its number, which stands on the side of the arc without prayer names. */
export const numberOffset = 32;

interface TaskMarkProps {
  day: DayPath;
  slot: Slot;
  number: number;
  /** Size of the number, in units of the drawing. */
  size: number;
  /** Whether the number stands in the second row, because the one before it is too close. */
  isFurther: boolean;
  onDrop: (minute: number) => void;
}

/** A task on the arc, with its number in the list. Dragging it moves it along the day. */
export function TaskMark({ day, slot, number, size, isFurther, onDrop }: TaskMarkProps) {
  const [dragged, setDragged] = useState<number>();
  const half = (slot.end - slot.start) / 2;
  const middle = dragged ?? slot.start + half;
  const { x, y } = day.at(middle);
  const numberAt = y + (middle < day.noon ? -numberOffset : numberOffset) * (isFurther ? 2 : 1);
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
      <circle cx={round(x)} cy={round(numberAt)} r={size} />
      <text
        x={round(x)}
        y={round(numberAt + size * 0.35)}
        fontSize={size}
        fontWeight="600"
        textAnchor="middle"
      >
        {number}
      </text>
    </g>
  );
}
