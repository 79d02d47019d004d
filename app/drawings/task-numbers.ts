import { type DayMinutes, minutesInDay } from '../clock/clock.ts';
import type { TaskId } from '../clock/tasks.ts';
import type { Point } from './points.ts';
import type { PathFrame, SunPath } from './sun-path.ts';

/** The prayers of the arc, in the order in which they are drawn. */
export const arcPrayers = ['dhuhr', 'asr', 'fajr', 'maghrib', 'isha'] as const;

/** The radius of a task's number. */
export const numberRadius = 12;

/** The least distance between the middles of two numbers, and between two rows of them. */
const rowHeight = 26;

/** The minutes drawn beyond a task of the night: its number may have to stand clear of a prayer's mark there. */
const beyondNightTask = 60;

/** A task that lies on the day, in minutes since the midnight before Dhuhr. */
export interface ArcTask {
  readonly id: TaskId;
  /** Its number in the list under the drawing. */
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly title: string;
  readonly text: string;
}

/** A task's number: it stands on the arc, or in a row of its own above or below it. */
export interface PlacedNumber<Task extends ArcTask = ArcTask> {
  readonly task: Task;
  /** The minute at which it stands. */
  readonly minute: number;
  /** How far below the arc it stands; negative above it. */
  readonly away: number;
  readonly at: Point;
}

/** The minute in the middle of a task. */
export const middleOf = ({ first, last }: ArcTask): number => (first + last) / 2;

/** How many minutes to draw before Fajr and after Isha: more than usual if a task lies there, so that all of it is in the drawing. */
export function marginWith(tasks: readonly ArcTask[], { fajr, isha }: DayMinutes, usual: number): number {
  const margins = tasks
    .filter(({ first, last }) => first < fajr || last > isha)
    .map(({ first, last }) => Math.max(fajr - first, last - isha) + beyondNightTask);
  return Math.max(usual, ...margins);
}

/** The minute nearest to a task's middle at which its number stands whole in the drawing, and clear of the prayers' marks. */
function clearMinute(path: SunPath, frame: PathFrame, middle: number, clearOfPrayers: number): number {
  const first = path.minuteAt(frame.left + numberRadius);
  const last = path.minuteAt(frame.right - numberRadius);
  const marks = arcPrayers.map(path.point);
  function isClear(minute: number): boolean {
    const { x, y } = path.at(minute);
    const isInDrawing = minute >= first && minute <= last;
    return isInDrawing && marks.every((mark) => Math.hypot(mark.x - x, mark.y - y) >= clearOfPrayers);
  }
  for (let away = 0; away < minutesInDay; away += 1) {
    if (isClear(middle + away)) return middle + away;
    if (isClear(middle - away)) return middle - away;
  }
  return middle;
}

/**
 * Places the numbers of tasks on the arc. Where two would overlap, the later one stands in another row: below the arc in the
 * afternoon, where the prayers' names stand above it, else above it.
 * @param tasks in order of time
 * @param clearOfPrayers how far a number keeps from a prayer's mark
 */
export function placeNumbers<Task extends ArcTask>(
  tasks: readonly Task[],
  path: SunPath,
  frame: PathFrame,
  clearOfPrayers: number,
): PlacedNumber<Task>[] {
  const placed: PlacedNumber<Task>[] = [];
  for (const task of tasks) {
    const middle = middleOf(task);
    const minute = clearMinute(path, frame, middle, clearOfPrayers);
    const onArc = path.at(minute);
    const isAfternoon = middle >= path.noon && middle < path.minutes.maghrib;
    const inRow = (row: number): PlacedNumber<Task> => {
      const away = (isAfternoon ? row : -row) * rowHeight;
      return { task, minute, away, at: { x: onArc.x, y: onArc.y + away } };
    };
    const isFree = ({ at }: PlacedNumber) =>
      placed.every((other) => Math.hypot(other.at.x - at.x, other.at.y - at.y) >= rowHeight);
    let row = 0;
    while (!isFree(inRow(row))) row += 1;
    placed.push(inRow(row));
  }
  return placed;
}
