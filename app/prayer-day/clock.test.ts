import { expect, test } from 'vitest';
import type { DayTimes } from '../drawings/day-path.ts';
import { nextPrayer } from './clock.ts';

const day = (fajr: string, isha: string): DayTimes => ({
  fajr,
  sunrise: '05:00',
  dhuhr: '13:00',
  asr: '17:20',
  maghrib: '21:20',
  isha,
});
const today = day('03:00', '23:10');
const tomorrow = day('03:02', '23:08');
const late = day('03:00', '00:20');

test.each([
  ['02:59', 'fajr', '03:00', false],
  ['03:00', 'sunrise', '05:00', false],
  ['12:59', 'dhuhr', '13:00', false],
  ['22:00', 'isha', '23:10', false],
  ['23:10', 'fajr', '03:02', true],
])('at %s the next is %s', (clock, moment, at, isTomorrow) => {
  expect(nextPrayer(clock, today, today, tomorrow)).toEqual({ moment, at, isTomorrow });
});

test('before midnight an Isha after it is tomorrow’s by the clock', () => {
  expect(nextPrayer('23:50', late, late, late)).toEqual({ moment: 'isha', at: '00:20', isTomorrow: true });
});

test('after midnight the Isha of the day before may still be to come', () => {
  expect(nextPrayer('00:10', late, late, late)).toEqual({ moment: 'isha', at: '00:20', isTomorrow: false });
  expect(nextPrayer('00:20', late, late, late)).toEqual({ moment: 'fajr', at: '03:00', isTomorrow: false });
});

test('without a day after, Fajr is taken to be when it was', () => {
  expect(nextPrayer('23:30', today, undefined, undefined)).toEqual({
    moment: 'fajr',
    at: '03:00',
    isTomorrow: true,
  });
});
