import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day as words } from '../../content/pages/landing/day.ts';
import { seedOfTest } from '../../tests/support/seed.ts';
import { dayAt } from '../prayer-day/calendar-day.ts';
import { places } from '../prayer-day/places.ts';
import { prayerTimes } from '../prayer-day/prayer-times.ts';
import { usualChoices } from '../prayer-day/usual-choices.ts';
import { cardHeight } from './day-arc-cards.ts';
import { cardWidth } from './day-arc-parts.tsx';
import { wideDay } from './day-arc-wide.tsx';
import { minutesOfDay, minutesPath } from './day-path.ts';
import { interpolateDay, plannedOn } from './drawn-day.ts';

const frame = { left: 0, right: 1120, horizon: 300, top: 60, margin: 30, depth: 111 };

/** Any day of a year at any place, if it has times. */
const anyDay = fc
  .tuple(fc.constantFrom(...places()), fc.integer({ min: 0, max: 365 }))
  .map(([place, day]) => {
    const moment = new Date(Date.UTC(2026, 0, 1 + day, 12));
    return prayerTimes(place, dayAt(place, moment), usualChoices(place));
  })
  .filter((times) => times !== undefined)
  .map(minutesOfDay);

const options = () => ({ numRuns: 1500, seed: seedOfTest() });

test('on any day anywhere each plan lies between the two moments that it belongs between', () => {
  fc.assert(
    fc.property(anyDay, (minutes) => {
      const { sunrise, dhuhr, asr } = minutes;
      const [work, rest, way] = plannedOn(minutes);
      expect(work.first).toBeGreaterThan(sunrise);
      expect(work.last).toBeLessThan(dhuhr);
      expect(rest.first).toBeGreaterThan(dhuhr);
      expect(way.last).toBeLessThan(asr);
    }),
    options(),
  );
});

test('where an hour or more lies between Dhuhr and Asr, the plans follow one another', () => {
  const longAfternoon = anyDay.filter(({ dhuhr, asr }) => asr - dhuhr >= 60);
  fc.assert(
    fc.property(longAfternoon, (minutes) => {
      const edges = plannedOn(minutes).flatMap(({ first, last }) => [first, last]);
      expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    }),
    options(),
  );
});

test('on any day anywhere no two shown cards overlap, and none lies on the horizon or over the arc', () => {
  fc.assert(
    fc.property(anyDay, (minutes) => {
      const path = minutesPath(minutes, frame);
      const { cards } = wideDay(minutes, path.noon, plannedOn(minutes), words.events);
      const shown = cards
        .map((card, index) => {
          const event = words.events[index];
          return { ...card, right: card.left + (event ? cardWidth(event) : 0) };
        })
        .filter(({ isShown }) => isShown);
      for (const [index, one] of shown.entries()) {
        expect(one.top + cardHeight).toBeLessThan(frame.horizon);
        for (const x of [one.left, one.right]) expect(path.at(path.minuteAt(x)).y).toBeLessThan(one.top);
        for (const other of shown.slice(index + 1)) {
          const isBeside = one.right < other.left || other.right < one.left;
          const isApart = Math.abs(one.top - other.top) >= cardHeight;
          expect(isBeside || isApart).toBe(true);
        }
      }
    }),
    options(),
  );
});

test('the night never lies deeper than its frame, and the line leaves the horizon as steeply as the day’s does', () => {
  fc.assert(
    fc.property(anyDay, (minutes) => {
      const path = minutesPath(minutes, frame);
      const deepest = Math.max(path.at(path.start).y, path.at(path.end).y);
      expect(deepest).toBeLessThanOrEqual(frame.horizon + frame.depth + 1e-6);
      const [before, after] = [path.at(minutes.maghrib - 0.001).y, path.at(minutes.maghrib + 0.001).y];
      expect((after - frame.horizon) / (frame.horizon - before)).toBeCloseTo(1, 2);
    }),
    options(),
  );
});

test('half way between two days lies a day whose every moment is half way', () => {
  const [from, to] = [360, 400].map((sunrise) => {
    const minutes = { fajr: sunrise - 80, sunrise, dhuhr: 740, asr: 940, maghrib: 1100, isha: 1180 };
    return wideDay(minutes, sunrise + 30, plannedOn(minutes), words.events);
  });
  if (!from || !to) throw new Error('Two days were made.');
  const half = interpolateDay(from, to, 0.5);
  expect([half.minutes.sunrise, half.minutes.fajr, half.sun]).toEqual([380, 300, 410]);
  expect(interpolateDay(from, to, 1)).toEqual(to);
});
