import { expect, test } from 'vitest';
import { dayMoments } from '../../content/prayers.ts';
import { minutesOf } from '../drawings/day-path.ts';
import { placeIn } from './cities.fixture.ts';
import type { Place } from './cities.ts';
import { prayerMoments, prayerTimes } from './prayer-times.ts';
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

/**
 * Of these towns no printed timetable could be had that may be quoted: their times are worked out here apart from adhan,
 * by the formulas of NOAA's solar calculator (gml.noaa.gov/grad/solcalc/calcdetails.html) and the method's angles.
 */
const townsWithoutTimetable = ['Manchester', 'Leicester', 'Bradford', 'Birmingham', 'Glasgow', 'Leeds'];

const radians = Math.PI / 180;

/** The sun's declination in radians and the equation of time in minutes. */
function sunAt(moment: number): { declination: number; equation: number } {
  const t = (moment / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
  const longitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) * radians;
  const anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * radians;
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const centre =
    Math.sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    Math.sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
    Math.sin(3 * anomaly) * 0.000289;
  const node = (125.04 - 1934.136 * t) * radians;
  const apparent = longitude + (centre - 0.00569 - 0.00478 * Math.sin(node)) * radians;
  const obliquity = (23.4392911 - 0.0130042 * t + 0.00256 * Math.cos(node)) * radians;
  const y = Math.tan(obliquity / 2) ** 2;
  const equation =
    y * Math.sin(2 * longitude) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * longitude) -
    0.5 * y * y * Math.sin(4 * longitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly);
  return {
    declination: Math.asin(Math.sin(obliquity) * Math.sin(apparent)),
    equation: (4 * equation) / radians,
  };
}

/** The six moments in milliseconds, with the Muslim World League's 18° and 17° and its minute after noon. */
function noaaTimes({ latitude, longitude }: Place, midnight: number): number[] {
  const phi = latitude * radians;
  /** When the sun stands at an altitude, before noon or after it: worked out for noon, then again for what that gave. */
  function when(side: -1 | 0 | 1, altitude: (declination: number) => number): number {
    let moment = midnight + 720 * 60_000;
    for (let round = 0; round < 4; round += 1) {
      const { declination, equation } = sunAt(moment);
      const cosine =
        (Math.sin(altitude(declination)) - Math.sin(phi) * Math.sin(declination)) /
        (Math.cos(phi) * Math.cos(declination));
      const fromNoon = side === 0 ? 0 : (4 * side * Math.acos(cosine)) / radians;
      moment = midnight + (720 - 4 * longitude - equation + fromNoon) * 60_000;
    }
    return moment;
  }
  const below = (degrees: number) => () => -degrees * radians;
  const shadow = (declination: number) => Math.atan(1 / (1 + Math.tan(phi - declination)));
  return [
    when(-1, below(18)),
    when(-1, below(0.833)),
    when(0, below(0)) + 60_000,
    when(1, shadow),
    when(1, below(0.833)),
    when(1, below(17)),
  ];
}

test.each(townsWithoutTimetable)(
  'the times of %s are those of NOAA’s formulas within two minutes',
  (city) => {
    const place = placeIn('Europe/London', city);
    for (let month = 1; month <= 12; month += 1) {
      // From March to October a seventh of the night comes before the method's angles.
      const isDark = month <= 2 || month >= 11;
      const day = { year: 2026, month, day: 10 };
      const date = Date.UTC(2026, month - 1, 10);
      const expected = noaaTimes(place, date);
      const moments = prayerMoments(place, day, { method: 'MuslimWorldLeague', asr: 'standard' });
      const differing = dayMoments.filter((moment, index) => {
        if (!isDark && (moment === 'fajr' || moment === 'isha')) return false;
        return !(Math.abs(Number(moments?.[moment]) - (expected[index] ?? 0)) <= 2 * 60_000);
      });
      expect(differing, `month ${month}`).toEqual([]);
    }
  },
);
