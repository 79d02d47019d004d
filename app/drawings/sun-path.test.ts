import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfTest } from '../../tests/support/random.ts';
import { type DayMinutes, minutesOfDay } from '../clock/clock.ts';
import { equinoxDay } from '../clock/example-day.ts';
import type { TaskId } from '../clock/tasks.ts';
import { anyDay } from '../prayer-day/cities.fixture.ts';
import { frames } from './arc-frames.ts';
import { drawDay } from './day-arc.tsx';
import { sunPath, sunPathOfTimes } from './sun-path.ts';
import { cardHeight } from './task-cards.ts';
import type { ArcTask } from './task-numbers.ts';

const frame = frames.wide;

/** Days in the far north on which Asr comes one minute after Dhuhr: as high as Dhuhr, and even nearer to the day's middle. */
const shortestDays: readonly DayMinutes[] = [
  // Olonkinbyen on 24 January (found by the seed 170282307).
  { dhuhr: 827, sunrise: 759, fajr: 574, asr: 828, maghrib: 896, isha: 1081 },
  // Norilsk on 17 January.
  { dhuhr: 797, sunrise: 733, fajr: 547, asr: 798, maghrib: 863, isha: 1049 },
];

const onAnyDay = (check: (minutes: DayMinutes, share: number) => void) =>
  fc.assert(fc.property(anyDay.map(minutesOfDay), fc.double({ min: 0.3, max: 1, noNaN: true }), check), {
    numRuns: 1500,
    seed: seedOfTest(),
    examples: shortestDays.map((minutes) => [minutes, 0.3]),
  });

test('everywhere each prayer is drawn where the sun puts it, and the night within bounds', () => {
  onAnyDay((minutes) => {
    const path = sunPath(minutes, frame);
    const { fajr, sunrise, dhuhr, asr, maghrib, isha } = minutes;
    expect(path.point('sunrise').y).toBeCloseTo(frame.horizon, 9);
    expect(path.point('maghrib').y).toBeCloseTo(frame.horizon, 9);
    expect(path.at(path.noon).y).toBeCloseTo(frame.top, 9);
    expect(path.height(dhuhr)).toBeGreaterThan(0.9);
    expect(path.height(asr)).toBeGreaterThan(0);
    // All times are whole minutes, so where the two are neighbours their order is known only to a minute.
    expect(path.height(asr + 1)).toBeLessThanOrEqual(path.height(dhuhr));
    expect(Math.max(path.height(fajr), path.height(isha))).toBeLessThan(0);
    const across = [path.start, fajr, sunrise, dhuhr, asr, maghrib, isha, path.end].map(
      (minute) => path.at(minute).x,
    );
    expect(across).toEqual(across.toSorted((a, b) => a - b));
    expect(across[0]).toBeCloseTo(frame.left, 9);
    expect(across.at(-1)).toBeCloseTo(frame.right, 9);
    const deepest = Math.max(path.at(path.start).y, path.at(path.end).y);
    expect(deepest).toBeLessThanOrEqual(frame.horizon + frame.depth + 1e-6);
  });
});

test('the line deviates from the sun’s path by less than a hundredth of its height', () => {
  const path = sunPathOfTimes(equinoxDay, frame);
  const { sunrise, maghrib } = path.minutes;
  const numbers = (path.line(sunrise, maghrib).match(/-?[\d.]+/g) ?? []).map(Number);
  const pieces = (numbers.length - 2) / 6;
  expect(pieces).toBeGreaterThan(3);
  for (let piece = 0; piece < pieces; piece += 1) {
    const [y0 = 0, y1 = 0, y2 = 0, y3 = 0] = [1, 3, 5, 7].map((index) => numbers[piece * 6 + index]);
    const middle = (y0 + 3 * y1 + 3 * y2 + y3) / 8;
    const minute = sunrise + ((piece + 0.5) * (maghrib - sunrise)) / pieces;
    expect(Math.abs(middle - path.at(minute).y)).toBeLessThan(2);
  }
});

const task = (id: TaskId, number: number, first: number, minutes: number, text: string): ArcTask => ({
  id,
  number,
  first,
  last: first + minutes,
  title: id,
  text,
});
/** Three tasks as they usually lie, and one somewhere. */
const tasksOn = ({ sunrise, dhuhr, asr, isha }: DayMinutes, own = 0): ArcTask[] => [
  task('focus', 1, sunrise + 60, 90, 'The quiet of the morning'),
  task('rest', 2, dhuhr + 25, 20, 'A short midday rest'),
  task('errand', 3, asr + 25, 45, 'Heavy traffic today'),
  ...(own ? [task('own', 4, isha * own, 15, 'A title of twenty characters')] : []),
];

test('on any day no card touches another card, the horizon or the arc', () => {
  onAnyDay((minutes, own) => {
    const path = sunPath(minutes, frame);
    const shown = drawDay('wide', minutes, path.noon, tasksOn(minutes, own))
      .tasks.filter(({ card }) => card.isShown)
      .map((shownTask) => ({ ...shownTask.card, right: shownTask.card.left + shownTask.card.width }));
    for (const [index, one] of shown.entries()) {
      expect(one.top + cardHeight).toBeLessThan(frame.horizon);
      for (const x of [one.left, one.right]) expect(path.at(path.minuteAt(x)).y).toBeLessThan(one.top);
      for (const other of shown.slice(index + 1)) {
        const isBeside = one.right < other.left || other.right < one.left;
        expect(isBeside || Math.abs(one.top - other.top) >= cardHeight).toBe(true);
      }
    }
  });
});

/** An hour and a half of sun: the card of a phone finds no place (of 1.4 million random days, only on such). */
const withoutRoom: DayMinutes = { dhuhr: 801, sunrise: 752, fajr: 557, asr: 804, maghrib: 848, isha: 1042 };

test('on a phone one card is shown, within the drawing, or none where the sun is up for less than two hours', () => {
  const shownOn = (minutes: DayMinutes) =>
    drawDay('slim', minutes, minutes.dhuhr, tasksOn(minutes)).tasks.filter(({ card }) => card.isShown);
  expect(shownOn(withoutRoom)).toEqual([]);
  onAnyDay((minutes) => {
    const shown = shownOn(minutes);
    const mayHaveNone = minutes.maghrib - minutes.sunrise < 2 * 60;
    expect(shown.map(({ id }) => id)).toEqual(mayHaveNone && shown.length === 0 ? [] : ['errand']);
    for (const { card } of shown) {
      expect(card.left).toBeGreaterThanOrEqual(0);
      expect(card.left + card.width).toBeLessThanOrEqual(frames.slim.right);
    }
  });
});

test('on a phone the card lies beside the arc, not over it, on any day with eight hours of sun', () => {
  onAnyDay((minutes) => {
    if (minutes.maghrib - minutes.sunrise < 8 * 60) return;
    const path = sunPath(minutes, frames.slim);
    const { tasks } = drawDay('slim', minutes, minutes.dhuhr, tasksOn(minutes));
    const card = tasks.find(({ id }) => id === 'errand')?.card;
    if (!card) throw new Error('There is no errand.');
    for (let minute = minutes.sunrise; minute < minutes.maghrib; minute += 5) {
      const { x, y } = path.at(minute);
      const isUnder =
        x > card.left && x < card.left + card.width && y > card.top && y < card.top + cardHeight;
      expect(isUnder, `minute ${minute}`).toBe(false);
    }
  });
});
