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
  ['02:59', today, tomorrow, 'fajr', '03:00', false],
  ['03:00', today, tomorrow, 'sunrise', '05:00', false],
  ['22:00', today, tomorrow, 'isha', '23:10', false],
  ['23:10', today, tomorrow, 'fajr', '03:02', true],
  // Without a day after, Fajr is taken to be when it was.
  ['23:30', today, undefined, 'fajr', '03:00', true],
  // Before midnight an Isha after it is tomorrow's by the clock, and after midnight the day before's may still be to come.
  ['23:50', late, late, 'isha', '00:20', true],
  ['00:10', late, late, 'isha', '00:20', false],
  ['00:20', late, late, 'fajr', '03:00', false],
] as const)('at %s the next moment of the day is named', (clock, now, after, moment, at, isTomorrow) => {
  expect(nextPrayer(clock, now, now, after)).toEqual({ moment, at, isTomorrow });
});
