import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfTest } from '../../tests/support/random.ts';
import { placesIn } from '../prayer-day/cities.fixture.ts';
import { dayAt } from '../prayer-day/clock.ts';
import { usualChoices } from '../prayer-day/methods.ts';
import { prayerTimes } from '../prayer-day/prayer-times.ts';
import { drawDay } from './day-arc.tsx';
import { minutesOfDay, minutesPath } from './day-path.ts';
import { type ArcTask, cardHeight, cardWidth, interpolateDay } from './drawn-day.ts';

const frame = { left: 0, right: 1120, horizon: 300, top: 60, margin: 30, depth: 111 };

const zones = ['Europe/London', 'Europe/Oslo', 'Asia/Riyadh', 'Asia/Jakarta', 'America/Argentina/Ushuaia'];
const task = (id: string, number: number, first: number, last: number, text: string): ArcTask => ({
  id,
  number,
  first,
  last,
  title: id,
  text,
});
/** Three tasks as they usually lie, and one somewhere. */
const tasksOn = ({ sunrise, dhuhr, asr, isha }: Record<string, number>, own = 0): ArcTask[] => [
  task('focus', 1, (sunrise ?? 0) + 60, (sunrise ?? 0) + 150, 'The quiet of the morning'),
  task('rest', 2, (dhuhr ?? 0) + 25, (dhuhr ?? 0) + 45, 'A short midday rest'),
  task('errand', 3, (asr ?? 0) + 25, (asr ?? 0) + 70, 'Traffic is heavy today'),
  ...(own ? [task('own', 4, (isha ?? 0) * own, (isha ?? 0) * own + 15, 'A title of twenty characters')] : []),
];

/** Any day of a year at any of these places, if it has times. */
const anyDay = fc
  .tuple(fc.constantFrom(...zones.flatMap(placesIn)), fc.integer({ min: 0, max: 365 }))
  .map(([place, day]) => {
    const moment = new Date(Date.UTC(2026, 0, 1 + day, 12));
    return prayerTimes(place, dayAt(place, moment), usualChoices(place));
  })
  .filter((times) => times !== undefined)
  .map(minutesOfDay);

const options = () => ({ numRuns: 1500, seed: seedOfTest() });

test('on any day anywhere no two shown cards overlap, and none lies on the horizon or over the arc', () => {
  fc.assert(
    fc.property(anyDay, fc.double({ min: 0.3, max: 1, noNaN: true }), (minutes, own) => {
      const path = minutesPath(minutes, frame);
      const shown = drawDay('wide', minutes, path.noon, tasksOn(minutes, own))
        .tasks.filter(({ card }) => card.isShown)
        .map((shownTask) => ({ ...shownTask.card, right: shownTask.card.left + cardWidth(shownTask) }));
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
    return drawDay('wide', minutes, sunrise + 30, tasksOn(minutes));
  });
  if (!from || !to) throw new Error('Two days were made.');
  const half = interpolateDay(from, to, 0.5);
  expect([half.minutes.sunrise, half.minutes.fajr, half.sun]).toEqual([380, 300, 410]);
  expect(interpolateDay(from, to, 1)).toEqual(to);
});

test('on a phone the errand’s card alone is shown, within the drawing and beside its own number', () => {
  fc.assert(
    fc.property(anyDay, (minutes) => {
      const { tasks } = drawDay('slim', minutes, minutes.dhuhr, tasksOn(minutes));
      const [shown, ...others] = tasks.filter(({ card }) => card.isShown);
      expect([shown?.id, others.length]).toEqual(['errand', 0]);
      if (!shown) return;
      expect(shown.card.left).toBeGreaterThanOrEqual(0);
      expect(shown.card.left + cardWidth(shown)).toBeLessThanOrEqual(390);
    }),
    options(),
  );
});
