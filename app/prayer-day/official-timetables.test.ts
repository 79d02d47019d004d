import { expect, test } from 'vitest';
import { minutesOf } from '../drawings/day-path.ts';
import { prayerTimes } from './prayer-times.ts';
import { timetablesOfAsia } from './timetables-asia.fixture.ts';
import { timetablesOfOtherContinents } from './timetables-elsewhere.fixture.ts';

const officialTimetables = [...timetablesOfAsia, ...timetablesOfOtherContinents];

/** Minutes between two clock times, the short way round. */
function minutesApart(a: string, b: string): number {
  const minutes = Math.abs(minutesOf(a) - minutesOf(b));
  return Math.min(minutes, 24 * 60 - minutes);
}

test.each(officialTimetables)(
  'the times of $city are those of its official timetable within $tolerance min',
  ({ city, zone, latitude, longitude, choices, tolerance, days }) => {
    const place = { zone, city, country: '', latitude, longitude };
    const differing = days.flatMap((row) => {
      const [date = '', ...printed] = row.split(' ');
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
      const times = Object.entries(prayerTimes(place, { year, month, day }, choices) ?? {});
      expect(times).toHaveLength(printed.length);
      return times
        .map(([moment, time], index) => ({ date, moment, time, printed: printed[index] ?? '' }))
        .filter(({ time, printed }) => minutesApart(time, printed) > tolerance);
    });
    expect(differing).toEqual([]);
  },
);

test('the official timetables are those of at least twelve cities on five continents', () => {
  const regions = new Set(officialTimetables.map(({ zone }) => zone.split('/')[0]));
  expect(officialTimetables.length).toBeGreaterThanOrEqual(12);
  expect(regions).toEqual(new Set(['Africa', 'America', 'Asia', 'Australia', 'Europe']));
});
