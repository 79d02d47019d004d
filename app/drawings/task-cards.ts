import { byMoment, type DayMinutes } from '../clock/clock.ts';
import type { TaskId } from '../clock/tasks.ts';
import type { PathFrame, SunPath } from './sun-path.ts';
import { type ArcTask, middleOf, numberRadius, type PlacedNumber } from './task-numbers.ts';
import { widthOf } from './text-width.ts';

export interface PlacedTask extends ArcTask {
  /** Where its card hangs and how wide it is, in the drawing's units; not shown where the drawing has no room for it. */
  readonly card: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    /** Where its words begin. */
    readonly padding: number;
    /** Whether it shows the title alone, in two lines. */
    readonly isNarrow: boolean;
    readonly isShown: boolean;
  };
}

/** Everything that an arc shows of a day. */
export interface DrawnDay {
  readonly minutes: DayMinutes;
  /** Minutes drawn before Fajr and after Isha: a frame's own, or more. */
  readonly margin: number;
  readonly sun: number;
  readonly tasks: readonly PlacedTask[];
}

export const cardHeight = 62;

/** The radius of a card's corners, where no line to it ends. */
export const corner = 16;

/** The room left and right of a card's words: a phone's card fits between the limbs of its arc. */
const padding = { wide: 16, slim: 12 };

/** By how much the words of a card may be wider than was estimated. */
const wider = 9;

/** The sizes of a card's letters. */
export const cardSizes = { title: 15.5, text: 15 };

/** A title in two lines, for a narrow card: its last word below the others. */
export function titleInTwo(title: string): readonly [string, string] {
  const end = title.lastIndexOf(' ');
  return end < 0 ? [title, ''] : [title.slice(0, end), title.slice(end + 1)];
}

/** The width that the longer of a card's two lines needs, with room at both ends. */
function cardWidth({ title, text }: ArcTask, padding: number, isNarrow: boolean): number {
  const inTitle = (words: string) => widthOf(words, cardSizes.title, 'title');
  const lines = isNarrow
    ? titleInTwo(title).map(inTitle)
    : [inTitle(title), widthOf(text, cardSizes.text, 'text')];
  return Math.round(Math.max(...lines) + wider + padding * 2);
}

/** Where a card lies. */
interface CardPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** Whether a card lies over a number, in whole or in part. */
function coversNumber({ left, top, width }: CardPlace, { at }: PlacedNumber): boolean {
  const across = Math.max(left - at.x, 0, at.x - left - width);
  const down = Math.max(top - at.y, 0, at.y - top - cardHeight);
  // A card's place is rounded, by half a unit at most.
  return Math.hypot(across, down) < numberRadius + 1;
}

interface PlacedCard extends CardPlace {
  /** Where the line is that it hangs on. */
  readonly x: number;
  readonly right: number;
}

/** The least distance between two cards, and between a card and the arc. */
const margin = 8;

/** Whether a card, or the line that it hangs on, comes too near to another card or its line. */
function touch(one: PlacedCard, other: PlacedCard): boolean {
  const isBeside = one.right + margin < other.left || other.right + margin < one.left;
  const isAboveOrBelow = Math.abs(one.top - other.top) >= cardHeight + margin;
  const crosses = (line: PlacedCard, card: PlacedCard) =>
    line.x > card.left - margin && line.x < card.right + margin && line.top > card.top;
  const overlap = !isBeside && !isAboveOrBelow;
  return overlap || crosses(one, other) || crosses(other, one);
}

/** Where a card hangs: how far below the arc, and what share of its width is left of its line. */
interface CardPosition {
  readonly below: number;
  readonly leftShare: number;
}

/** Where the cards hang on the wide arc: so the four look calm on a usual day. */
const usualPositions: Readonly<Record<TaskId, CardPosition>> = {
  focus: { below: 46, leftShare: 0.1 },
  rest: { below: 62, leftShare: 0.7 },
  errand: { below: 46, leftShare: 0.9 },
  own: { below: 70, leftShare: 0.5 },
};

/** What is tried, in this order, where a card has no room in its usual position: lower, a little higher, and to each side. */
const furtherBelow = [0, 24, 48, 72, 96, -12, -22];
const otherShares = [0.1, 0.3, 0.5, 0.7, 0.9];

const positionsToTry = ({ below, leftShare }: CardPosition): CardPosition[] =>
  furtherBelow.flatMap((further) =>
    [leftShare, ...otherShares].map((share) => ({ below: below + further, leftShare: share })),
  );

/**
 * Finds a place for each task's card under the arc and above the horizon, where it touches no other card and no number. It tries
 * the usual position first, then positions lower, a little higher and to the sides, and then all of them with a narrow card. On a
 * short day the last cards may find none.
 */
export function layOutCards(numbers: readonly PlacedNumber[], path: SunPath, frame: PathFrame): PlacedTask[] {
  const placed: PlacedCard[] = [];
  function isFree(card: PlacedCard): boolean {
    const isAboveHorizon = card.top + cardHeight < frame.horizon - margin / 2;
    const isUnderArc = [card.left, card.right].every((x) => path.at(path.minuteAt(x)).y + margin < card.top);
    const touchesAny =
      placed.some((other) => touch(card, other)) || numbers.some((number) => coversNumber(card, number));
    return isAboveHorizon && isUnderArc && !touchesAny;
  }
  return numbers.map(({ task }) => {
    const { x, y } = path.at(middleOf(task));
    const usual = usualPositions[task.id];
    const cardAt = ({ below, leftShare }: CardPosition, isNarrow = false) => {
      const width = cardWidth(task, padding.wide, isNarrow);
      const left = x - width * leftShare;
      return { x, left, right: left + width, top: y + below, width, isNarrow };
    };
    const free = [false, true]
      .flatMap((isNarrow) => positionsToTry(usual).map((position) => cardAt(position, isNarrow)))
      .find(isFree);
    if (free) placed.push(free);
    const { left, top, width, isNarrow } = free ?? cardAt(usual);
    const isShown = free !== undefined;
    return { ...task, card: inUnits({ left, top, width, padding: padding.wide, isNarrow, isShown }) };
  });
}

/** A card whose place is in whole units, which are fewer bytes of the page. */
const inUnits = (card: PlacedTask['card']): PlacedTask['card'] => ({
  ...card,
  left: Math.round(card.left),
  top: Math.round(card.top),
});

/** The task whose card is the one that a phone's arc has room for. */
const taskOnPhone: TaskId = 'errand';

/** How far from its task's number a phone's card stands. */
const besideNumber = 26;
/** How far a phone's card begins above its number, which is level with its title. */
const aboveNumber = 22;
/** The room between a phone's card and the edge of the drawing. */
const edge = 10;

/** How far a phone's card keeps from the arc, which has other tasks' numbers and the sun on it. */
const underOthers = 11;

/**
 * The one card that a phone has room for: beside its task's number and under the arc. On a short day it is narrow, so that the line
 * to its number is seen and nothing lies under it. It is not shown where it would lie over a number.
 */
export function layOutOneCard(
  numbers: readonly PlacedNumber[],
  path: SunPath,
  frame: PathFrame,
): PlacedTask[] {
  const noon = path.at(path.noon).x;
  return numbers.map(({ task, at }) => {
    const { x, y } = at;
    const lowest = frame.horizon - margin - cardHeight;
    const cardOf = (isNarrow: boolean) => {
      const width = cardWidth(task, padding.slim, isNarrow);
      const wanted = x < noon ? x + besideNumber : x - besideNumber - width;
      const left = Math.min(Math.max(wanted, frame.left + edge), frame.right - edge - width);
      const ends = [left, left + width].map((end) => path.at(path.minuteAt(end)).y);
      const top = Math.max(y - aboveNumber, Math.max(...ends) + underOthers);
      const fits = left === wanted && top <= Math.min(lowest, y - corner);
      return { width, left, top: Math.min(top, lowest), fits, isNarrow };
    };
    const whole = cardOf(false);
    const narrow = cardOf(true);
    const toTry = whole.fits ? [whole, narrow] : [narrow];
    const lower = { ...narrow, top: lowest };
    const free = [...toTry, lower].find((card) => !numbers.some((number) => coversNumber(card, number)));
    const { left, top, width, isNarrow } = free ?? narrow;
    const isShown = task.id === taskOnPhone && free !== undefined;
    return { ...task, card: inUnits({ left, top, width, padding: padding.slim, isNarrow, isShown }) };
  });
}

/** A day between two days: share 0 is the first, 1 the second. Each is itself a day with the sun in its right place. */
export function interpolateDay(from: DrawnDay, to: DrawnDay, share: number): DrawnDay {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    minutes: byMoment((moment) => mix(from.minutes[moment], to.minutes[moment])),
    margin: mix(from.margin, to.margin),
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
