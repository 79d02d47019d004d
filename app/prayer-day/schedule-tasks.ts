import { type Prayer, prayers, roomAfter, roomBefore } from '../../content/prayers.ts';
import { type DayMinutes, type DayTimes, minutesOfDay } from '../drawings/day-path.ts';

/** Beside a prayer: an after-… task begins when the prayer is over, a before-… task ends in time for it. */
export type Placement = `before-${Prayer}` | `after-${Prayer}`;

export interface Task {
  readonly id: string;
  readonly kind: 'focus' | 'errand' | 'rest' | 'own';
  readonly minutes: number;
  /** Where the visitor moved it. */
  readonly placement?: Placement | undefined;
}

/** Minutes from the midnight before sunrise (see minutesOfDay). */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A task with its place in the day. */
export interface Slot extends Span {
  readonly task: Task;
}

export interface LaidDay {
  /** In order of time. */
  readonly slots: readonly Slot[];
  /** The tasks that this day has no room for. */
  readonly waiting: readonly Task[];
}

const minutesInDay = 24 * 60;
/** The gaps between the prayers: one before each and one after Isha. The night is divided at its middle. */
function gapsOf(minutes: DayMinutes): Span[] {
  const night = minutes.fajr + minutesInDay - minutes.isha;
  const untilMiddle = Math.min(Math.floor(night / 2), night - roomBefore);
  const fromMiddle = Math.min(Math.floor(night / 2), night - roomAfter);
  const gaps = prayers.map((prayer, index) => {
    const before = prayers[index - 1];
    return {
      start: before ? minutes[before] + roomAfter : minutes.fajr - fromMiddle,
      end: minutes[prayer] - roomBefore,
    };
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
function attempt(tasks: readonly Task[], gaps: readonly Span[], begin: (task: Task) => number): LaidDay {
  const slots: Slot[] = [];
  const waiting = new Set<Task>();

  const free = (minutes: number, from: number, until: number) =>
    gaps
      .flatMap((gap) => freeSpans(gap, slots))
      .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, until) }))
      .filter(({ start, end }) => end - start >= minutes);
  const earliest = ({ minutes }: Task, from: number) => free(minutes, from, Infinity).at(0)?.start;
  const latest = ({ minutes }: Task, from: number, until: number) => {
    const span = free(minutes, from, until).at(-1);
    return span && span.end - minutes;
  };
  function lay(task: Task, start: number | undefined): void {
    if (start === undefined) waiting.add(task);
    else slots.push({ task, start, end: start + task.minutes });
    slots.sort((a, b) => a.start - b.start);
  }

  const moved = (side: 'after' | 'before') =>
    tasks.flatMap((task) => {
      const [placedSide, prayer] = (task.placement?.split('-') ?? []) as [string?, Prayer?];
      const gap = prayer && gaps[prayers.indexOf(prayer) + Number(side === 'after')];
      return gap && placedSide === side ? [{ task, gap }] : [];
    });
  for (const { task, gap } of moved('after')) {
    lay(task, earliest(task, gap.start) ?? latest(task, -Infinity, gap.end));
  }
  // In reverse, so that of two tasks before a prayer the first in the list is done first.
  for (const { task, gap } of moved('before').reverse()) {
    lay(
      task,
      latest(task, gap.start, gap.end) ?? earliest(task, gap.end) ?? latest(task, -Infinity, gap.start),
    );
  }

  let done = -Infinity;
  for (const task of tasks.filter(({ placement }) => placement === undefined)) {
    lay(task, earliest(task, Math.max(done, begin(task))));
    done = slots.find((slot) => slot.task === task)?.end ?? done;
  }
  return { slots, waiting: tasks.filter((task) => waiting.has(task)) };
}

/** Where each kind begins unless it is moved. The visitor's own task follows the task listed before it. */
const usualStart: Readonly<Record<Task['kind'], (day: DayMinutes) => number>> = {
  focus: ({ sunrise, dhuhr }) => Math.round(sunrise + (dhuhr - sunrise) / 6),
  rest: ({ dhuhr }) => dhuhr + roomAfter,
  errand: ({ asr }) => asr + roomAfter,
  own: ({ fajr }) => fajr + roomAfter,
};

/**
 * Lays tasks between the prayers of a day.
 * A moved task is laid beside the prayer that was asked for; if it does not fit there, in the next place that has room,
 * or else in the last place before. The others keep their order: each is laid at or after the usual time of its kind or,
 * if more of them fit that way, as early as possible after Fajr. A task is never split, and one that finds no room waits
 * for another day. No task moves a prayer.
 */
export function layOut(tasks: readonly Task[], day: DayTimes): LaidDay {
  const minutes = minutesOfDay(day);
  const gaps = gapsOf(minutes);
  const laid = attempt(tasks, gaps, ({ kind }) => usualStart[kind](minutes));
  const packed = attempt(tasks, gaps, () => usualStart.own(minutes));
  return packed.waiting.length < laid.waiting.length ? packed : laid;
}

/** Both sides of each prayer, in the order of the day. */
export const placements = prayers.flatMap((prayer) =>
  (['before', 'after'] as const).map((side) => ({ placement: `${side}-${prayer}` as const, side, prayer })),
);

/** The same tasks, one of them moved; back to its usual time without a placement. */
export const movedTo = <Some extends Task>(
  tasks: readonly Some[],
  id: string,
  placement: Placement | undefined,
): Some[] => tasks.map((task) => (task.id === id ? { ...task, placement } : task));

/** Where a task lies; undefined where the day has no room for it. */
export const slotOf = ({ slots }: LaidDay, id: string) => slots.find(({ task }) => task.id === id);

/** The side of a prayer that brings a task nearest to a minute of the day. Sides where it does not fit do not count. */
export function nearestPlacement(
  tasks: readonly Task[],
  id: string,
  day: DayTimes,
  minute: number,
): Placement | undefined {
  const minutes = minutesOfDay(day);
  const found = placements.flatMap(({ placement, side, prayer }) => {
    const slot = slotOf(layOut(movedTo(tasks, id, placement), day), id);
    if (!slot || slot.start > minutes[prayer] !== (side === 'after')) return [];
    const middle = (slot.start + slot.end) / 2;
    return [{ placement, away: Math.abs(middle - minute), beside: Math.abs(middle - minutes[prayer]) }];
  });
  return found.toSorted((a, b) => a.away - b.away || a.beside - b.beside)[0]?.placement;
}
