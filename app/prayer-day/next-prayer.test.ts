import { expect, test } from 'vitest';
import { dayMoments } from '../../content/prayers.ts';
import { byMoment, type DayTimes } from '../clock/clock.ts';
import { nextPrayer } from './next-prayer.ts';

/** Times as in a timetable: Fajr, sunrise, Dhuhr, Asr, Maghrib, Isha. */
function dayOf(times: string): DayTimes {
  const inTurn = times.split(' ');
  return byMoment((moment) => inTurn[dayMoments.indexOf(moment)] ?? '');
}

const today = dayOf('03:00 05:00 13:00 17:20 21:20 23:10');
const tomorrow = dayOf('03:02 05:02 13:00 17:20 21:19 23:08');
/** Isha after midnight. */
const late = dayOf('03:00 05:00 13:00 17:20 21:20 00:20');
/** Maghrib after midnight, too, as in Danmarkshavn at the end of the midnight sun. */
const later = dayOf('01:07 01:22 13:18 17:30 00:26 00:41');
/** Fajr before midnight, as in Egvekinot on 5 July 2026. */
const early = dayOf('23:56 00:02 12:02 16:57 23:40 23:46');
/** Sunrise before midnight, too, as at Vostok, whose clocks are two hours behind the sun. */
const earlier = dayOf('22:07 22:24 10:07 14:05 21:07 21:24');

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
  ['23:50', later, later, 'maghrib', '00:26', true],
  ['00:10', later, later, 'maghrib', '00:26', false],
  ['00:26', later, later, 'isha', '00:41', false],
  // A Fajr before midnight is still today by the clock, and what follows it is tomorrow's.
  ['23:45', early, early, 'isha', '23:46', false],
  ['23:46', early, early, 'fajr', '23:56', false],
  ['23:56', early, early, 'sunrise', '00:02', true],
  ['00:00', early, early, 'sunrise', '00:02', false],
  ['00:02', early, early, 'dhuhr', '12:02', false],
  ['21:30', earlier, earlier, 'fajr', '22:07', false],
  ['22:10', earlier, earlier, 'sunrise', '22:24', false],
  ['23:00', earlier, earlier, 'dhuhr', '10:07', true],
  ['00:00', earlier, earlier, 'dhuhr', '10:07', false],
] as const)('at %s the next moment of the day is named', (clock, now, after, moment, at, isTomorrow) => {
  expect(nextPrayer(clock, now, now, after)).toEqual({ moment, at, isTomorrow });
});

test('without a day before, the next moment is one of today', () => {
  expect(nextPrayer('00:10', late)).toEqual({ moment: 'fajr', at: '03:00', isTomorrow: false });
});
