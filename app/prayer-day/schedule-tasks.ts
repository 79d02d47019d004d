import { type Prayer, prayers, roomAfter, roomBefore } from '../../content/prayers.ts';
import { type DayMinutes, type DayTimes, minutesInDay, minutesOfDay } from '../clock/clock.ts';
import { type TaskId, taskKinds } from '../clock/tasks.ts';

type Side = 'before' | 'after';

/** Beside a prayer: an after-… task begins when the prayer is over, a before-… task ends in time for it. */
export type Placement = `${Side}-${Prayer}`;

export interface Task {
  readonly id: TaskId;
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

/** Both sides of each prayer, in the order of the day. */
export const placements = prayers.flatMap((prayer) =>
  (['before', 'after'] as const).map((side) => ({ placement: `${side}-${prayer}` as const, side, prayer })),
);

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

/** A day while its tasks are scheduled: the gaps between the prayers, and the slots that are taken in them. */
interface Schedule {
  readonly gaps: readonly Span[];
  /** In order of time. */
  readonly slots: readonly Slot[];
}

/** Between which two minutes a task can start, in each free part of the day that has room for it. */
function startsFor(schedule: Schedule, { minutes }: Task, within: Partial<Span> = {}) {
  const { start: earliest = -Infinity, end: latest = Infinity } = within;
  return schedule.gaps
    .flatMap((gap) => freeSpans(gap, schedule.slots))
    .map(({ start, end }) => ({
      first: Math.max(start, earliest),
      last: Math.min(end, latest) - minutes,
    }))
    .filter(({ first, last }) => first <= last);
}

/** The earliest minute at which the day has room for a task. */
const firstStart = (schedule: Schedule, task: Task, within?: Partial<Span>) =>
  startsFor(schedule, task, within).at(0)?.first;

/** The latest minute at which the day has room for a task. */
const lastStart = (schedule: Schedule, task: Task, within?: Partial<Span>) =>
  startsFor(schedule, task, within).at(-1)?.last;

/** The schedule with one more task; the same without a start, because the day has no room for it. */
function withTask(schedule: Schedule, task: Task, start: number | undefined): Schedule {
  if (start === undefined) return schedule;
  const slots = [...schedule.slots, { task, start, end: start + task.minutes }];
  return { ...schedule, slots: slots.toSorted((a, b) => a.start - b.start) };
}

/** The gap on one side of a prayer. */
const gapBeside = (gaps: readonly Span[], side: Side, prayer: Prayer): Span | undefined => {
  const before = prayers.indexOf(prayer);
  return gaps[side === 'before' ? before : before + 1];
};

/** The tasks that the visitor moved to one side of a prayer, each with the gap there. */
function movedTasks(tasks: readonly Task[], gaps: readonly Span[], side: Side) {
  return tasks.flatMap((task) => {
    const wanted = placements.find(({ placement }) => placement === task.placement);
    const gap = wanted?.side === side ? gapBeside(gaps, side, wanted.prayer) : undefined;
    return gap ? [{ task, gap }] : [];
  });
}

/**
 * Schedules the moved tasks where the visitor wants them, then the others in their order, each after the one before it.
 * @param usualStart the minute before which a task does not start unless it is moved
 */
function laySchedule(
  tasks: readonly Task[],
  gaps: readonly Span[],
  usualStart: (task: Task) => number,
): Schedule {
  let schedule: Schedule = { gaps, slots: [] };

  for (const { task, gap } of movedTasks(tasks, gaps, 'after')) {
    const start =
      firstStart(schedule, task, { start: gap.start }) ?? lastStart(schedule, task, { end: gap.end });
    schedule = withTask(schedule, task, start);
  }
  // In reverse, so that of two tasks before a prayer the first in the list is done first.
  for (const { task, gap } of movedTasks(tasks, gaps, 'before').reverse()) {
    const start =
      lastStart(schedule, task, gap) ??
      firstStart(schedule, task, { start: gap.end }) ??
      lastStart(schedule, task, { end: gap.start });
    schedule = withTask(schedule, task, start);
  }

  let previousEnd = -Infinity;
  for (const task of tasks.filter(({ placement }) => placement === undefined)) {
    const start = firstStart(schedule, task, { start: Math.max(previousEnd, usualStart(task)) });
    schedule = withTask(schedule, task, start);
    if (start !== undefined) previousEnd = start + task.minutes;
  }
  return schedule;
}

/**
 * Schedules tasks between the prayers of a day, and gives their slots in order of time.
 * - A moved task goes beside the prayer that was asked for. If it does not fit there, it goes into the next place that has
 *   room, or else into the last place before.
 * - The other tasks keep their order. Each goes at or after its usual time. If more of them fit that way, each goes
 *   as early as possible after Fajr.
 * - A task is never split. One that finds no room has no slot: it waits for another day. No task moves a prayer.
 */
export function scheduleTasks(tasks: readonly Task[], times: DayTimes): readonly Slot[] {
  const minutes = minutesOfDay(times);
  const gaps = gapsOf(minutes);
  const usual = laySchedule(tasks, gaps, ({ id }) => taskKinds[id].usualStart(minutes)).slots;
  const early = laySchedule(tasks, gaps, () => taskKinds.own.usualStart(minutes)).slots;
  return early.length > usual.length ? early : usual;
}

/** The tasks with one of them moved. Without a placement it goes back to its usual time. */
export const movedTo = (tasks: readonly Task[], id: TaskId, placement: Placement | undefined): Task[] =>
  tasks.map((task) => (task.id === id ? { ...task, placement } : task));

/** A task's place in the day; undefined where the day has no room for it. */
export const slotOf = (slots: readonly Slot[], id: TaskId) => slots.find(({ task }) => task.id === id);

/** The side of a prayer that brings a task nearest to a minute of the day. Sides where it does not fit do not count. */
export function nearestPlacement(tasks: readonly Task[], id: TaskId, times: DayTimes, minute: number) {
  const minutes = minutesOfDay(times);
  const possible = placements.flatMap(({ placement, side, prayer }) => {
    const slot = slotOf(scheduleTasks(movedTo(tasks, id, placement), times), id);
    if (!slot) return [];
    const sideItFits = slot.start > minutes[prayer] ? 'after' : 'before';
    if (sideItFits !== side) return [];
    const middle = (slot.start + slot.end) / 2;
    return [
      {
        placement,
        fromMinute: Math.abs(middle - minute),
        fromPrayer: Math.abs(middle - minutes[prayer]),
      },
    ];
  });
  const nearestFirst = possible.toSorted(
    (a, b) => a.fromMinute - b.fromMinute || a.fromPrayer - b.fromPrayer,
  );
  return nearestFirst[0]?.placement;
}
