import { expect, test } from 'vitest';
import { dayMoments } from '../../content/prayers.ts';
import { minutesOf } from '../clock/clock.ts';
import { cityIn } from './cities.fixture.ts';
import { addDays } from './dates.ts';
import { prayerTimes } from './prayer-times.ts';
import { compareWithReference } from './reference-times.fixture.ts';
import { timetablesOfAsia } from './timetables-asia.fixture.ts';
import { timetablesOfBritain } from './timetables-britain.fixture.ts';
import { timetablesOfOtherContinents } from './timetables-elsewhere.fixture.ts';

const printedTimetables = [...timetablesOfAsia, ...timetablesOfOtherContinents, ...timetablesOfBritain];

for (const { city, zone, latitude, longitude, choices, tolerance, added, days } of printedTimetables)
  test(`the times of ${city} are those of its printed timetable within ${tolerance} min`, () => {
    const place = { zone, name: city, country: '', latitude, longitude };
    const differing = days.flatMap((row) => {
      const [date = '', ...printed] = row.split(' ');
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
      const times = prayerTimes(place, { year, month, day }, choices);
      expect(printed).toHaveLength(dayMoments.length);
      return dayMoments
        .map((moment, index) => ({ date, moment, time: times?.[moment], printed: printed[index] ?? '' }))
        .filter(({ moment, time = '', printed }) => {
          if (printed.endsWith('*')) return false;
          const apart = minutesOf(printed) - (added?.[moment] ?? 0) - minutesOf(time);
          return Math.min(Math.abs(apart), 24 * 60 - Math.abs(apart)) > tolerance;
        });
    });
    expect(differing).toEqual([]);
  });

test('the printed timetables are those of at least twenty cities on five continents', () => {
  const regions = new Set(printedTimetables.map(({ zone }) => zone.split('/')[0]));
  expect(printedTimetables.length).toBeGreaterThanOrEqual(20);
  expect(regions).toEqual(new Set(['Africa', 'America', 'Asia', 'Australia', 'Europe']));
});

/**
 * In a British summer every mosque has a rule of its own for Fajr and Isha. The site's is a seventh of the night where the
 * method's angle comes earlier than that, or not at all. No timetable prints it, so it is compared with the reference.
 */
const britishTowns = timetablesOfBritain.map(({ city }) => city);

test.each(britishTowns)('the times of %s are those of the reference, each day of a year', (name) => {
  const city = cityIn('Europe/London', name);
  const days = Array.from({ length: 365 }, (_, ordinal) =>
    addDays({ year: 2026, month: 1, day: 1 }, ordinal),
  );
  const kinds = days.map(
    (day) => compareWithReference(city, day, { method: 'MuslimWorldLeague', asr: 'standard' }).kind,
  );
  expect(new Set(kinds)).toEqual(new Set(['six times']));
});
