import { expect, test } from 'vitest';
import { sketches } from '../../content/sketches.ts';
import { equinoxDay } from '../clock/example-day.ts';
import type { CalendarDay } from '../prayer-day/dates.ts';
import { hijriDay } from '../prayer-day/hijri-day.ts';
import { datesOf } from './date-words.ts';

const wordsOf = (day: CalendarDay) => datesOf(day, hijriDay(day));

test('a day has its name and its Hijri date', () => {
  expect(wordsOf({ year: 2026, month: 2, day: 18 })).toEqual({ weekday: 'Wednesday', hijri: '1 Ramadan' });
  expect(wordsOf({ year: 2026, month: 11, day: 28 })).toEqual({
    weekday: 'Saturday',
    hijri: '18 Jumada al-Akhirah',
  });
});

test('the example is the day of an equinox, as its times are', () => {
  expect(equinoxDay.sunrise).toBe('06:30');
  const { weekday, hijri } = sketches.today;
  expect(wordsOf({ year: 2026, month: 9, day: 23 })).toEqual({ weekday, hijri });
});
