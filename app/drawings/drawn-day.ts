import { type DayMoment, roomAfter, roomBefore } from '../../content/prayers.ts';
import type { DayMinutes } from './day-path.ts';

/** A stretch of the day, in minutes since the midnight before sunrise. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** Where a card hangs in a drawing, in the drawing's units. */
export interface CardPlace {
  readonly left: number;
  readonly top: number;
  /** False on a day too short to have room for it. */
  readonly isShown: boolean;
}

/** Everything that an arc shows of a day. */
export interface DrawnDay {
  readonly minutes: DayMinutes;
  /** The minute that the sun stands at. */
  readonly sun: number;
  /** The morning's work, the midday rest and the afternoon's way, in this order, and where their cards hang. */
  readonly planned: readonly Stretch[];
  readonly cards: readonly CardPlace[];
}

/**
 * The example's three plans on another day: the work in the same part of the morning, the rest after Dhuhr, the way home in
 * time for Asr. On a short afternoon the rest and the way home are shorter.
 */
export function plannedOn({ sunrise, dhuhr, asr }: DayMinutes): readonly [Stretch, Stretch, Stretch] {
  const [morning, afternoon] = [dhuhr - sunrise, asr - dhuhr];
  const work = sunrise + 0.178 * morning;
  const rest = dhuhr + roomAfter;
  const home = Math.min(30, 0.2 * afternoon);
  const resting = Math.max(5, Math.min(25, afternoon - home - roomAfter - roomBefore - 2));
  return [
    { first: work, last: work + Math.min(120, 0.33 * morning) },
    { first: rest, last: rest + resting },
    { first: asr - roomBefore - home, last: asr - roomBefore },
  ];
}

/** A day between two days: share 0 is the first, 1 the second. Each is itself a day with the sun in its right place. */
export function interpolateDay(from: DrawnDay, to: DrawnDay, share: number): DrawnDay {
  const mix = (a: number, b: number) => a + (b - a) * share;
  const minutes = Object.fromEntries(
    (Object.keys(to.minutes) as DayMoment[]).map((moment) => [
      moment,
      mix(from.minutes[moment], to.minutes[moment]),
    ]),
  ) as DayMinutes;
  return {
    minutes,
    sun: mix(from.sun, to.sun),
    planned: to.planned.map(({ first, last }, index) => {
      const before = from.planned[index] ?? { first, last };
      return { first: mix(before.first, first), last: mix(before.last, last) };
    }),
    cards: to.cards.map(({ left, top, isShown }, index) => {
      const before = from.cards[index] ?? { left, top };
      return { left: mix(before.left, left), top: mix(before.top, top), isShown };
    }),
  };
}
