import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { plannerWords } from '../../content/prayer-day.ts';
import { momentNames } from '../../content/prayers.ts';
import { type DayTimes, minutesOfDay } from '../clock/clock.ts';
import { type Shape, wideFrom } from '../drawings/arc-frames.ts';
import { DayArc, drawDay } from '../drawings/day-arc.tsx';
import { type DrawnDay, interpolateDay } from '../drawings/task-cards.ts';
import type { ArcTask } from '../drawings/task-numbers.ts';
import { useDayShown } from './day-store.ts';
import { scheduleTasks, type Task } from './schedule-tasks.ts';
import { cardTitle, timeOf } from './task-words.ts';

/** How many characters of a title a card has room for. */
const titleLength = 24;

/** What the arc shows of the tasks that found room: the usual ones with their own words, the others with their time. */
export function arcTasks(tasks: readonly Task[], times: DayTimes): ArcTask[] {
  return scheduleTasks(tasks, times).map((slot) => {
    const { id, placement } = slot.task;
    const isUsual = id !== 'own' && placement === undefined;
    return {
      id,
      number: tasks.indexOf(slot.task) + 1,
      first: slot.start,
      last: slot.end,
      title: cardTitle(slot, titleLength),
      text: isUsual ? plannerWords.tasks[id].text : timeOf(slot),
    };
  });
}

type Drawn = Readonly<Record<Shape, DrawnDay>>;

/** Duration of the movement in milliseconds: long enough to follow, short enough that nobody waits for it. */
const duration = 1_400;

/** Moves from the drawing that is shown to another one, through every day in between. */
function useMoving(to: Drawn, key: string, isInstant: boolean): Drawn {
  const [moving, setMoving] = useState<Drawn>();
  const lastDrawn = useRef(to);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when `to` is another drawing.
  useLayoutEffect(() => {
    const from = lastDrawn.current;
    const visible = matchMedia(`(min-width: ${wideFrom})`).matches ? 'wide' : 'slim';
    let began: number | undefined;
    let frame = 0;
    const step = (now: number) => {
      began ??= now;
      const share = Math.min(1, (now - began) / duration);
      // Slow at both ends, like the sun's own height. Only the drawing that is visible moves; the other one follows at the end.
      const eased = (1 - Math.cos(Math.PI * share)) / 2;
      lastDrawn.current = { ...from, [visible]: interpolateDay(from[visible], to[visible], eased) };
      if (share === 1) lastDrawn.current = to;
      setMoving(share === 1 ? undefined : lastDrawn.current);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    if (isInstant || from === to) setMoving(undefined);
    else {
      setMoving(from);
      frame = requestAnimationFrame(step);
    }
    return () => cancelAnimationFrame(frame);
  }, [key]);
  // The sun moves on each minute without a movement of its own.
  useEffect(() => {
    if (!moving) lastDrawn.current = to;
  });
  return moving ?? to;
}

/** The wide and the narrow arc of the hero. CSS shows one of them. They show an example until the planner has them draw a day. */
export function HeroArc() {
  const { times, sun, tasks, label = plannerWords.drawnExample, isInstant = true, onDrop } = useDayShown();
  const minutes = minutesOfDay(times);
  const onArc = arcTasks(tasks, times);
  const drawn = { wide: drawDay('wide', minutes, sun, onArc), slim: drawDay('slim', minutes, sun, onArc) };
  const moving = useMoving(drawn, JSON.stringify([times, onArc]), isInstant);
  const both = { names: momentNames, times, label, onDrop };
  return (
    <>
      <DayArc shape="wide" day={moving.wide} {...both} />
      <DayArc shape="slim" day={moving.slim} {...both} />
    </>
  );
}
