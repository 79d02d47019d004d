import { type Prayer, prayers, roomAfter, roomBefore } from '../../content/prayers.ts';
import { type DayMinutes, type DayTimes, minutesInDay, minutesOfDay } from '../drawings/day-path.ts';

/** Beside a prayer: an after-… task begins when the prayer is over, a before-… task ends in time for it. */
export type Placement = `before-${Prayer}` | `after-${Prayer}`;

export interface Task {
  readonly id: string;
  readonly kind: 'focus' | 'errand' | 'rest' | 'own';
  readonly name: string;
  readonly minutes: number;
  /** Where the visitor moved it. */
  readonly placement?: Placement | undefined;
}

/** Minutes from the midnight before Dhuhr (see minutesOfDay). */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A task with its place in the day. */
export interface Slot extends Span {
  readonly task: Task;
}

/** The gaps between the prayers: one before each and one after Isha. The night is divided at its middle. */
function gapsOf(minutes: DayMinutes): Span[] {
  const night = minutes.fajr + minutesInDay - minutes.isha;
  const untilMiddle = Math.min(Math.floor(night / 2), night - roomBefore);
  const fromMiddle = Math.min(Math.floor(night / 2), night - roomAfter);
  const gaps = prayers.map((prayer, index) => {
    const before = prayers[index - 1];
    const start = before ? minutes[before] + roomAfter : minutes.fajr - fromMiddle;
    return { start, end: minutes[prayer] - roomBefore };
  });
  return [...gaps, { start: minutes.isha + roomAfter, end: minutes.isha + untilMiddle }];
}

/** The parts of a gap that no task uses. */
function freeSpans(gap: Span, taken: readonly Span[]): Span[] {
  const within = taken.filter(({ start }) => start >= gap.start && start < gap.end);
  const starts = [gap.start, ...within.map(({ end }) => end)];
  return starts.map((start, index) => ({ start, end: within[index]?.start ?? gap.end }));
}

/** Lays the moved tasks where the visitor wants them, then the others in their order, each after the one before it. */
function attempt(tasks: readonly Task[], gaps: readonly Span[], begin: (task: Task) => number): Slot[] {
  const slots: Slot[] = [];

  /** From when to when a task may start, in each stretch that has room for it. */
  const startsOf = ({ minutes }: Task, from: number, until: number) =>
    gaps
      .flatMap((gap) => freeSpans(gap, slots))
      .map(({ start, end }) => ({ first: Math.max(start, from), last: Math.min(end, until) - minutes }))
      .filter(({ first, last }) => first <= last);
  const earliest = (task: Task, from: number) => startsOf(task, from, Infinity).at(0)?.first;
  const latest = (task: Task, from: number, until: number) => startsOf(task, from, until).at(-1)?.last;
  function lay(task: Task, start: number | undefined): void {
    if (start !== undefined) slots.push({ task, start, end: start + task.minutes });
    slots.sort((a, b) => a.start - b.start);
  }

  const moved = (side: 'after' | 'before') =>
    tasks.flatMap((task) => {
      const [placedSide, prayer] = (task.placement?.split('-') ?? []) as [string?, Prayer?];
      const gap = prayer && gaps[prayers.indexOf(prayer) + Number(side === 'after')];
      return gap && placedSide === side ? [{ task, ...gap }] : [];
    });
  for (const { task, start, end } of moved('after')) {
    lay(task, earliest(task, start) ?? latest(task, -Infinity, end));
  }
  // In reverse, so that of two tasks before a prayer the first in the list is done first.
  for (const { task, start, end } of moved('before').reverse()) {
    lay(task, latest(task, start, end) ?? earliest(task, end) ?? latest(task, -Infinity, start));
  }

  let done = -Infinity;
  for (const task of tasks.filter(({ placement }) => placement === undefined)) {
    lay(task, earliest(task, Math.max(done, begin(task))));
    done = slots.find((slot) => slot.task === task)?.end ?? done;
  }
  return slots;
}

/** Where each kind begins unless it is moved. The visitor's own task follows the task listed before it. */
const usualStart: Readonly<Record<Task['kind'], (day: DayMinutes) => number>> = {
  focus: ({ sunrise, dhuhr }) => Math.round(sunrise + (dhuhr - sunrise) / 6),
  rest: ({ dhuhr }) => dhuhr + roomAfter,
  errand: ({ asr }) => asr + roomAfter,
  own: ({ fajr }) => fajr + roomAfter,
};

/**
 * Lays tasks between the prayers of a day, and gives their slots in order of time.
 * A moved task is laid beside the prayer that was asked for; if it does not fit there, in the next place that has room,
 * or else in the last place before. The others keep their order: each is laid at or after the usual time of its kind or,
 * if more of them fit that way, as early as possible after Fajr. A task is never split, and one that finds no room has no
 * slot: it waits for another day. No task moves a prayer.
 */
export function layOut(tasks: readonly Task[], day: DayTimes): readonly Slot[] {
  const minutes = minutesOfDay(day);
  const gaps = gapsOf(minutes);
  const laid = attempt(tasks, gaps, ({ kind }) => usualStart[kind](minutes));
  const packed = attempt(tasks, gaps, () => usualStart.own(minutes));
  return packed.length > laid.length ? packed : laid;
}

/** Both sides of each prayer, in the order of the day. */
export const placements = prayers.flatMap((prayer) =>
  (['before', 'after'] as const).map((side) => ({ placement: `${side}-${prayer}` as const, side, prayer })),
);

/** The same tasks, one of them moved; back to its usual time without a placement. */
export const movedTo = (tasks: readonly Task[], id: string, placement: Placement | undefined): Task[] =>
  tasks.map((task) => (task.id === id ? { ...task, placement } : task));

/** Where a task lies; undefined where the day has no room for it. */
export const slotOf = (slots: readonly Slot[], id: string) => slots.find(({ task }) => task.id === id);

/** The side of a prayer that brings a task nearest to a minute of the day. Sides where it does not fit do not count. */
export function nearestPlacement(tasks: readonly Task[], id: string, day: DayTimes, minute: number) {
  const minutes = minutesOfDay(day);
  const found = placements.flatMap(({ placement, side, prayer }) => {
    const slot = slotOf(layOut(movedTo(tasks, id, placement), day), id);
    if (!slot || slot.start > minutes[prayer] !== (side === 'after')) return [];
    const middle = (slot.start + slot.end) / 2;
    return [{ placement, away: Math.abs(middle - minute), beside: Math.abs(middle - minutes[prayer]) }];
  });
  return found.toSorted((a, b) => a.away - b.away || a.beside - b.beside)[0]?.placement;
}
