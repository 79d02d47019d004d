// @ts-expect-error: it has no types.
import { century, declination, equationOfTime } from 'solar-calculator';
import { expect, test } from 'vitest';
import { dayMoments } from '../../content/prayers.ts';
import { minutesOf } from '../drawings/day-path.ts';
import { placeIn } from './cities.fixture.ts';
import type { Place } from './cities.ts';
import { prayerMoments, prayerTimes } from './prayer-times.ts';
import { timetablesOfAsia } from './timetables-asia.fixture.ts';
import { timetablesOfBritain } from './timetables-britain.fixture.ts';
import { timetablesOfOtherContinents } from './timetables-elsewhere.fixture.ts';

const printedTimetables = [...timetablesOfAsia, ...timetablesOfOtherContinents, ...timetablesOfBritain];

for (const { city, zone, latitude, longitude, choices, tolerance, added, days } of printedTimetables)
  test(`the times of ${city} are those of its printed timetable within ${tolerance} min`, () => {
    const place = { zone, city, country: '', latitude, longitude };
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
 * method's angle comes earlier than that, or not at all: it is worked out here apart from adhan, for all six moments of
 * each day, by the formulas of NOAA's solar calculator.
 */
const britishTowns = timetablesOfBritain.map(({ city }) => city);

const radians = Math.PI / 180;

/** The six moments in milliseconds, with the Muslim World League's 18° and 17° and its minute after noon. */
function noaaTimes({ latitude, longitude }: Place, midnight: number): number[] {
  const phi = latitude * radians;
  /** When the sun stands at an altitude, before noon or after it: worked out for noon, then again for what that gave. */
  function when(side: -1 | 0 | 1, altitude: (tilt: number) => number, from = midnight): number {
    let moment = from + 720 * 60_000;
    for (let round = 0; round < 4; round += 1) {
      const tilt = declination(century(moment)) * radians;
      const cosine =
        (Math.sin(altitude(tilt)) - Math.sin(phi) * Math.sin(tilt)) / (Math.cos(phi) * Math.cos(tilt));
      const fromNoon = side === 0 ? 0 : (4 * side * Math.acos(cosine)) / radians;
      moment = from + (720 - 4 * longitude - equationOfTime(century(moment)) + fromNoon) * 60_000;
    }
    return moment;
  }
  const below = (degrees: number) => () => -degrees * radians;
  const shadow = (tilt: number) => Math.atan(1 / (1 + Math.tan(phi - tilt)));
  const sunrise = when(-1, below(0.833));
  const sunset = when(1, below(0.833));
  const seventh = (when(-1, below(0.833), midnight + 86_400_000) - sunset) / 7;
  // An angle that the sun does not reach is NaN, and NaN is neither earlier nor later.
  const fajr = when(-1, below(18));
  const isha = when(1, below(17));
  return [
    fajr > sunrise - seventh ? fajr : sunrise - seventh,
    sunrise,
    when(0, below(0)) + 60_000,
    when(1, shadow),
    sunset,
    isha < sunset + seventh ? isha : sunset + seventh,
  ];
}

test.each(britishTowns)('the times of %s are those of NOAA’s formulas, each day of a year', (city) => {
  const place = placeIn('Europe/London', city);
  const differing: string[] = [];
  for (let ordinal = 0; ordinal < 365; ordinal += 1) {
    const midnight = Date.UTC(2026, 0, 1 + ordinal);
    const date = new Date(midnight);
    const day = { year: 2026, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const moments = prayerMoments(place, day, { method: 'MuslimWorldLeague', asr: 'standard' });
    const expected = noaaTimes(place, midnight);
    for (const [index, moment] of dayMoments.entries()) {
      // adhan rounds to minutes, as a timetable does.
      const minutes = Math.round((Number(moments?.[moment]) - (expected[index] ?? Number.NaN)) / 60_000);
      if (!(Math.abs(minutes) <= 2))
        differing.push(`${date.toISOString().slice(0, 10)} ${moment} ${minutes}`);
    }
  }
  expect(differing).toEqual([]);
});
