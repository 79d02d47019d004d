import { CalculationMethod, Coordinates, HighLatitudeRule, PrayerTimes } from 'adhan';
import { expect, test } from 'vitest';
import { dayMoments } from '../../content/prayers.ts';
import { minutesOf } from '../drawings/day-path.ts';
import { placeIn } from './cities.fixture.ts';
import { addDays } from './clock.ts';
import { prayerMoments, prayerTimes } from './prayer-times.ts';
import { timetablesOfAsia } from './timetables-asia.fixture.ts';
import { timetablesOfBritain } from './timetables-britain.fixture.ts';
import { timetablesOfOtherContinents } from './timetables-elsewhere.fixture.ts';

const printedTimetables = [...timetablesOfAsia, ...timetablesOfOtherContinents, ...timetablesOfBritain];

test.each(printedTimetables)(
  'the times of $city are those of its printed timetable within $tolerance min',
  ({ city, zone, latitude, longitude, choices, tolerance, added, days }) => {
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
  },
);

test('the printed timetables are those of at least twenty cities on five continents', () => {
  const regions = new Set(printedTimetables.map(({ zone }) => zone.split('/')[0]));
  expect(printedTimetables.length).toBeGreaterThanOrEqual(20);
  expect(regions).toEqual(new Set(['Africa', 'America', 'Asia', 'Australia', 'Europe']));
});

/** Where printed timetables do not help: in short nights every mosque has a rule of its own for Fajr and Isha. */
const shortNights: [zone: string, city: string][] = [
  ...timetablesOfBritain.map(({ zone, city }): [string, string] => [zone, city]),
  ['America/Argentina/Ushuaia', 'Río Grande'],
];

test.each(shortNights)(
  'in %s, %s, Fajr and Isha are the method’s, but at most a seventh of the night from sunrise and Maghrib, each day of a year',
  (zone, city) => {
    const place = placeIn(zone, city);
    const angles = CalculationMethod.MuslimWorldLeague();
    angles.highLatitudeRule = HighLatitudeRule.MiddleOfTheNight;
    const momentsOn = (ordinal: number) => {
      const day = addDays({ year: 2026, month: 1, day: 1 }, ordinal);
      const moments = prayerMoments(place, day, { method: 'MuslimWorldLeague', asr: 'standard' });
      if (!moments) throw new Error(`There are no times on day ${ordinal}.`);
      return moments;
    };
    let shortened = 0;
    for (let ordinal = 0; ordinal < 365; ordinal += 1) {
      const { fajr, sunrise, maghrib, isha } = momentsOn(ordinal);
      const seventh = (momentsOn(ordinal + 1).sunrise.getTime() - maghrib.getTime()) / 7;
      const byAngle = new PrayerTimes(
        new Coordinates(place.latitude, place.longitude),
        new Date(2026, 0, 1 + ordinal),
        angles,
      );
      const earliest = Math.max(byAngle.fajr.getTime(), sunrise.getTime() - seventh);
      const latest = Math.min(byAngle.isha.getTime(), maghrib.getTime() + seventh);
      if (latest < byAngle.isha.getTime()) shortened += 1;
      // adhan rounds to minutes, as a timetable does.
      const apart = [fajr.getTime() - earliest, isha.getTime() - latest].map((ms) => Math.abs(ms) / 60_000);
      expect(Math.max(...apart), `day ${ordinal}`).toBeLessThanOrEqual(2);
    }
    expect(shortened).toBeGreaterThan(30);
  },
);
