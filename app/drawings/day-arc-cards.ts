import type { DayFrame, DayPath } from './day-path.ts';
import { round } from './day-path.ts';
import type { CardPlace, Stretch } from './drawn-day.ts';

/** Height of every card, in units. */
export const cardHeight = 62;

/** A card to be placed: its width, how far it hangs below the arc, and what share of it lies left of its line. */
export interface UnplacedCard {
  readonly width: number;
  readonly drop: number;
  readonly left: number;
}

interface PlacedCard {
  readonly x: number;
  readonly y: number;
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

/**
 * Finds a place for each card under the arc and above the horizon, where it touches no other: as asked for, or else
 * lower, higher or more to one side. On a short day the last cards may find none.
 */
export function placeCards(
  cards: readonly UnplacedCard[],
  planned: readonly Stretch[],
  day: DayPath,
  frame: DayFrame,
): readonly CardPlace[] {
  const placed: PlacedCard[] = [];
  const isFree = (card: PlacedCard) =>
    card.top + cardHeight < frame.horizon - margin / 2 &&
    [card.left, card.right].every((x) => day.at(day.minuteAt(x)).y + margin < card.top) &&
    !placed.some((other) => touch(card, other));
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
    if (found) placed.push(found);
    const { left: at, top } = found ?? (tried[0] as PlacedCard);
    return { left: round(at), top: round(top), isShown: found !== undefined };
  });
}
