import { type Prayer, prayers } from '../../content/prayers.ts';
import { type DayTimes, minutesOfDay } from '../clock/clock.ts';
import type { TaskId } from '../clock/tasks.ts';
import { movedTo, type Slot, scheduleTasks, slotOf, type Task } from '../prayer-day/schedule-tasks.ts';

/** From Fajr's line to Isha's in the sketch, in its units. */
export const scale = { top: 140, bottom: 596 };
/** The room that a prayer's time needs above its line. */
export const rowHeight = 26;
/** A shorter task is drawn this high, so that its name can be read. */
const leastHeight = 23;
export const cardGap = 3;
const callMinutes = 40;
/** The task that the call moves. */
export const movedByCall: TaskId = 'focus';

interface Placed {
  top: number;
  height: number;
}

/** A day from top to bottom. */
export interface Timeline {
  rows: readonly { prayer: Prayer; y: number }[];
  cards: readonly (Placed & { slot: Slot })[];
  /** A call, and the place that the moved task had before; undefined where it has no other place. */
  call: { ghost: Placed; card: Placed } | undefined;
}

/** The plan once a call of forty minutes has come where a task lay: the task goes before Asr, or where else it has room. */
function afterCall(tasks: readonly Task[], times: DayTimes) {
  const usual = scheduleTasks(tasks, times);
  const before = slotOf(usual, movedByCall);
  const slots = scheduleTasks(movedTo(tasks, movedByCall, 'before-asr'), times);
  if (!before || !slotOf(slots, movedByCall)) return { slots: usual };
  const isFree = slots.every(({ start, end }) => end <= before.start || start >= before.end);
  return isFree ? { slots, before } : { slots: usual };
}

/** Lays a day to scale: prayers as lines, tasks as cards between them. Free time stays empty. */
export function layOutTimeline(times: DayTimes, tasks: readonly Task[]): Timeline {
  const minutes = minutesOfDay(times);
  const perMinute = (scale.bottom - scale.top) / (minutes.isha - minutes.fajr);
  const yOf = (minute: number) => scale.top + (minute - minutes.fajr) * perMinute;

  // From Isha upwards, so that two times which follow one another closely can both be read.
  let below = Number.POSITIVE_INFINITY;
  const rows = prayers.toReversed().map((prayer) => {
    below = Math.round(Math.min(yOf(minutes[prayer]), below - rowHeight));
    return { prayer, y: below };
  });

  const { slots, before } = afterCall(tasks, times);
  let free = 0;
  const cards = slots
    .filter(({ start, end }) => start >= minutes.fajr && end <= minutes.isha)
    .map((slot) => {
      const height = Math.max((slot.end - slot.start) * perMinute, leastHeight);
      const top = Math.max(yOf((slot.start + slot.end) / 2) - height / 2, free);
      free = top + height + cardGap;
      return { slot, top, height };
    });
  const call = before && {
    ghost: { top: yOf(before.start), height: (before.end - before.start) * perMinute },
    card: { top: yOf(before.start), height: Math.max(callMinutes * perMinute, leastHeight) },
  };
  return { rows: rows.reverse(), cards, call };
}
