import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { day as words } from '../../content/pages/landing/day.ts';
import { plannerWords } from '../../content/prayer-day.ts';
import { DayArc, drawDay, exampleSun, type Shape } from '../drawings/day-arc.tsx';
import { clockOf, type DayTimes, equinoxDay, minutesOfDay } from '../drawings/day-path.ts';
import { type ArcTask, type DrawnDay, interpolateDay } from '../drawings/drawn-day.ts';
import { dayStore } from './day-store.ts';
import { layOut, type Slot, type Task } from './schedule-tasks.ts';

const { tasks: names } = plannerWords;

/** The tasks that lie in the day before the visitor changes anything. */
export const initialTasks: readonly Task[] = [
  { id: 'focus', kind: 'focus', name: names.focus.name, minutes: 90 },
  { id: 'rest', kind: 'rest', name: names.rest.name, minutes: 20 },
  { id: 'errand', kind: 'errand', name: names.errand.name, minutes: 45 },
];

export const timeOf = (slot: Slot | undefined): string =>
  slot ? plannerWords.span(clockOf(slot.start), clockOf(slot.end)) : plannerWords.waiting;

/** A card has room for a title of 24 characters. */
const short = (name: string) => ([...name].length > 24 ? `${[...name].slice(0, 23).join('')}…` : name);

/** What the arc shows of the tasks that found room: the usual ones with their own words, the others with their time. */
function arcTasks(tasks: readonly Task[], times: DayTimes): ArcTask[] {
  return layOut(tasks, times).map((slot) => {
    const { id, kind, name, placement } = slot.task;
    const usual = kind === 'own' || placement !== undefined ? undefined : names[kind].text;
    return {
      id,
      number: tasks.indexOf(slot.task) + 1,
      first: slot.start,
      last: slot.end,
      title: kind === 'errand' ? plannerWords.leaveBy(clockOf(slot.start)) : short(name),
      text: usual ?? timeOf(slot),
    };
  });
}

export interface HeroArcProps {
  times?: DayTimes;
  sun?: number;
  tasks?: readonly Task[];
  label?: string;
  /** Whether another day is shown at once instead of moving there. */
  isInstant?: boolean;
  onDrop?: ((id: string, minute: number) => void) | undefined;
}

/** What the page is rendered with. */
const example: HeroArcProps = {};

type Drawn = Readonly<Record<Shape, DrawnDay>>;

/** Duration of the movement in milliseconds: long enough to follow, short enough that nobody waits for it. */
const duration = 1_400;

/** Moves from the drawing that is shown to another one, through every day in between. */
function useMoving(to: Drawn, key: string, isInstant: boolean): Drawn {
  const [moving, setMoving] = useState<Drawn>();
  const shown = useRef(to);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when `to` is another drawing.
  useLayoutEffect(() => {
    const from = shown.current;
    const visible = matchMedia('(min-width: 60rem)').matches ? 'wide' : 'slim';
    let began: number | undefined;
    let frame = 0;
    const step = (now: number) => {
      began ??= now;
      const share = Math.min(1, (now - began) / duration);
      // Slow at both ends, like the sun's own height. Only the drawing that is visible moves; the other one follows at the end.
      const eased = (1 - Math.cos(Math.PI * share)) / 2;
      shown.current = { ...from, [visible]: interpolateDay(from[visible], to[visible], eased) };
      if (share === 1) shown.current = to;
      setMoving(share === 1 ? undefined : shown.current);
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
    if (!moving) shown.current = to;
  });
  return moving ?? to;
}

/** Both arcs of the hero, of which one is visible. They show an example until the planner has them draw a day. */
export function HeroArc() {
  const {
    times = equinoxDay,
    sun = exampleSun,
    tasks = initialTasks,
    label = words.label,
    isInstant = true,
    onDrop,
  } = useSyncExternalStore(dayStore.subscribe, dayStore.get, () => example);
  const minutes = minutesOfDay(times);
  const laid = arcTasks(tasks, times);
  const drawn = { wide: drawDay('wide', minutes, sun, laid), slim: drawDay('slim', minutes, sun, laid) };
  const shown = useMoving(drawn, JSON.stringify([times, laid]), isInstant);
  const both = { names: words.moments, times, label, onDrop };
  return (
    <>
      <DayArc shape="wide" day={shown.wide} {...both} />
      <DayArc shape="slim" day={shown.slim} {...both} />
    </>
  );
}
