import type { DayFrame, DayPath } from './day-path.ts';
import { round } from './day-path.ts';
import type { CardPlace, Stretch } from './drawn-day.ts';

/** What every card is high, in units. */
export const cardHeight = 62;

/** A card that looks for its place: how wide it is, how far it hangs below the arc, and how much of it lies left of its line. */
export interface HangingCard {
  readonly width: number;
  readonly drop: number;
  readonly left: number;
}

interface Hung {
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

const margin = 8;

/** Whether the card, or the line that it hangs on, comes too near to another. */
function touch(one: Hung, other: Hung): boolean {
  const isBeside = one.right + margin < other.left || other.right + margin < one.left;
  const isApart = Math.abs(one.top - other.top) >= cardHeight + margin;
  const crosses = (line: Hung, card: Hung) =>
    line.x > card.left - margin && line.x < card.right + margin && line.top > card.top;
  return (!isBeside && !isApart) || crosses(one, other) || crosses(other, one);
}

/**
 * Finds a place for each card under the arc and over the horizon, where it touches no other: as asked for, or else
 * lower, higher or more to one side. The last ones of a short day may find none.
 */
export function placeCards(
  cards: readonly HangingCard[],
  planned: readonly Stretch[],
  day: DayPath,
  frame: DayFrame,
): readonly CardPlace[] {
  const hung: Hung[] = [];
  const isFree = (card: Hung) =>
    card.top + cardHeight < frame.horizon - margin / 2 &&
    [card.left, card.right].every((x) => day.at(day.minuteAt(x)).y + margin < card.top) &&
    !hung.some((other) => touch(card, other));
  return cards.map(({ width, drop, left }, index) => {
    const { first, last } = planned[index] as Stretch;
    const { x, y } = day.at((first + last) / 2);
    const tried = [0, 24, 48, 72, 96, -12, -22, -30].flatMap((lower) =>
      [left, 0.1, 0.3, 0.5, 0.7, 0.9].map((share) => {
        const start = x - width * share;
        return { x, y, left: start, right: start + width, top: y + drop + lower };
      }),
    );
    const found = tried.find(isFree);
    if (found) hung.push(found);
    const { left: at, top } = found ?? (tried[0] as Hung);
    return { left: round(at), top: round(top), isShown: found !== undefined };
  });
}
