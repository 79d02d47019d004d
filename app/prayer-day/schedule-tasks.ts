import { type Prayer, prayers, roomAfter, roomBefore } from '../../content/prayers.ts';
import { type DayTimes, minutesOfDay } from '../drawings/day-path.ts';

/** Beside a prayer: an after-… task begins when the prayer is over, a before-… task ends in time for it. */
export type Wanted = `before-${Prayer}` | `after-${Prayer}`;

export interface Task {
  readonly id: string;
  readonly kind: 'focus' | 'errand' | 'rest' | 'own';
  readonly minutes: number;
  /** Where the visitor moved it. */
  readonly wanted?: Wanted;
}

/** A task with its place in the day: minutes from the midnight before sunrise (see minutesOfDay). */
export interface Slot {
  readonly task: Task;
  readonly start: number;
  readonly end: number;
}

export interface LaidDay {
  /** In order of time. */
  readonly slots: readonly Slot[];
  /** The tasks that this day has no room for. */
  readonly waiting: readonly Task[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const minutesInDay = 24 * 60;
/** The prayer after which each kind is laid unless it is moved. The visitor's own task follows the task listed before it. */
const usualPrayer: Readonly<Record<Task['kind'], Prayer>> = {
  focus: 'fajr',
  rest: 'dhuhr',
  errand: 'asr',
  own: 'fajr',
};

/** The gaps between the prayers: one before each and one after Isha. The night is divided at its middle. */
function gapsOf(day: DayTimes): Span[] {
  const minutes = minutesOfDay(day);
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
      const [wantedSide, prayer] = (task.wanted?.split('-') ?? []) as [string?, Prayer?];
      const gap = prayer && gaps[prayers.indexOf(prayer) + Number(side === 'after')];
      return gap && wantedSide === side ? [{ task, gap }] : [];
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
  for (const task of tasks.filter(({ wanted }) => wanted === undefined)) {
    lay(task, earliest(task, Math.max(done, begin(task))));
    done = slots.find((slot) => slot.task === task)?.end ?? done;
  }
  return { slots, waiting: tasks.filter((task) => waiting.has(task)) };
}

/**
 * Lays tasks between the prayers of a day.
 * A moved task is laid beside the prayer that was asked for; if it does not fit there, in the next place that has room,
 * or else in the last place before. The others keep their order: each is laid at or after the usual time of its kind or,
 * if more of them fit that way, as early as possible after Fajr. A task is never split, and one that finds no room waits
 * for another day. No task moves a prayer.
 */
export function layOut(tasks: readonly Task[], day: DayTimes): LaidDay {
  const gaps = gapsOf(day);
  const from = (prayer: Prayer) => gaps[prayers.indexOf(prayer) + 1]?.start ?? 0;
  const laid = attempt(tasks, gaps, ({ kind }) => from(usualPrayer[kind]));
  const packed = attempt(tasks, gaps, () => from('fajr'));
  return packed.waiting.length < laid.waiting.length ? packed : laid;
}
