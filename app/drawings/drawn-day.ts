import { type DayMoment, dayMoments } from '../../content/prayers.ts';
import type { DayFrame, DayMinutes, DayPath } from './day-path.ts';

/** A value for each moment of the day. */
export const byMoment = <Value>(of: (moment: DayMoment) => Value) =>
  Object.fromEntries(dayMoments.map((moment) => [moment, of(moment)])) as Record<DayMoment, Value>;

/** A task that lies on the day, in minutes since the midnight before Dhuhr. */
export interface ArcTask {
  readonly id: string;
  /** Its number in the list under the drawing. */
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly title: string;
  readonly text: string;
}

export interface PlacedTask extends ArcTask {
  /** Where its card hangs and how wide it is, in the drawing's units; not shown where the drawing has no room for it. */
  readonly card: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly isShown: boolean;
  };
}

/** Everything that an arc shows of a day. */
export interface DrawnDay {
  readonly minutes: DayMinutes;
  readonly sun: number;
  readonly tasks: readonly PlacedTask[];
}

export const cardHeight = 62;

/** The room left and right of a card's words: a phone's card has less. */
const rooms = { wide: 19, slim: 8 };

/** The width that a card's longer line needs at 15 units, with room at both ends. */
const cardWidth = ({ title, text }: ArcTask, room: number): number =>
  Math.round(Math.max(title.length * 8.4, text.length * 6.75) + room * 2);

interface PlacedCard {
  readonly x: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

const margin = 8;

/** Whether a card, or the line that it hangs on, comes too near to another card or its line. */
function touch(one: PlacedCard, other: PlacedCard): boolean {
  const isBeside = one.right + margin < other.left || other.right + margin < one.left;
  const isApart = Math.abs(one.top - other.top) >= cardHeight + margin;
  const crosses = (line: PlacedCard, card: PlacedCard) =>
    line.x > card.left - margin && line.x < card.right + margin && line.top > card.top;
  return (!isBeside && !isApart) || crosses(one, other) || crosses(other, one);
}

/** How far below the arc a card hangs, and what share of it lies left of its line: as it should be, then what else is tried. */
const wishes = [
  { drop: 46, left: 0.1 },
  { drop: 62, left: 0.7 },
  { drop: 46, left: 0.9 },
  { drop: 70, left: 0.5 },
] as const;

/**
 * Finds a place for each task's card under the arc and above the horizon, where it touches no other: as wished for, or
 * else lower, higher or more to one side. On a short day the last cards may find none.
 */
export function placeCards(tasks: readonly ArcTask[], day: DayPath, frame: DayFrame): PlacedTask[] {
  const placed: PlacedCard[] = [];
  const isFree = (card: PlacedCard) =>
    card.top + cardHeight < frame.horizon - margin / 2 &&
    [card.left, card.right].every((x) => day.at(day.minuteAt(x)).y + margin < card.top) &&
    !placed.some((other) => touch(card, other));
  return tasks.map((task) => {
    const { drop, left } = wishes[task.number - 1] ?? wishes[3];
    const { x, y } = day.at((task.first + task.last) / 2);
    const width = cardWidth(task, rooms.wide);
    const tried = [0, 24, 48, 72, 96, -12, -22].flatMap((lower) =>
      [left, 0.1, 0.3, 0.5, 0.7, 0.9].map((share) => {
        const start = x - width * share;
        return { x, left: start, right: start + width, top: y + drop + lower };
      }),
    );
    const found = tried.find(isFree);
    if (found) placed.push(found);
    const { left: at, top } = found ?? (tried[0] as PlacedCard);
    return {
      ...task,
      card: { left: Math.round(at), top: Math.round(top), width, isShown: found !== undefined },
    };
  });
}

/** The one card that a phone has room for, the errand's: between the limbs of the arc, and clear of the task's own number. */
export function placeOneCard(tasks: readonly ArcTask[], day: DayPath, frame: DayFrame): PlacedTask[] {
  return tasks.map((task) => {
    const width = cardWidth(task, rooms.slim);
    const { x } = day.at((task.first + task.last) / 2);
    const middle = day.at(day.noon).x - width / 2;
    const beside = x < middle + width / 2 ? Math.max(middle, x + 18) : Math.min(middle, x - 18 - width);
    const left = Math.min(Math.max(beside, frame.left + 10), frame.right - 10 - width);
    return {
      ...task,
      card: { left: Math.round(left), top: frame.horizon - 70, width, isShown: task.id === 'errand' },
    };
  });
}

/** A day between two days: share 0 is the first, 1 the second. Each is itself a day with the sun in its right place. */
export function interpolateDay(from: DrawnDay, to: DrawnDay, share: number): DrawnDay {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    minutes: byMoment((moment) => mix(from.minutes[moment], to.minutes[moment])),
    sun: mix(from.sun, to.sun),
    tasks: to.tasks.map((task) => {
      const before = from.tasks.find(({ id }) => id === task.id) ?? task;
      return {
        ...task,
        first: mix(before.first, task.first),
        last: mix(before.last, task.last),
        card: {
          ...task.card,
          left: mix(before.card.left, task.card.left),
          top: mix(before.card.top, task.card.top),
        },
      };
    }),
  };
}
