import { afterEach, expect, test } from 'vitest';
import { methodWords } from '../../content/prayer-day.ts';
import { dayMoments } from '../../content/prayers.ts';
import { type DayTimes, minutesOf, minutesOfDay } from '../drawings/day-path.ts';
import { placeIn, placesIn, readIndex } from './cities.fixture.ts';
import { citiesOf, type Place } from './cities.ts';
import { type CalendarDay, dayAt, timeAt } from './clock.ts';
import { type Choices, type MethodName, parametersOf, usualChoices } from './methods.ts';
import { prayerMoments, prayerTimes } from './prayer-times.ts';

const dayOf = (text: string): CalendarDay => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
};

const zones = [...new Set(citiesOf(readIndex()).map(({ zone }) => zone))];
const all = zones.flatMap(placesIn);

const timesIn = (zone: string, date: string, choices: Partial<Choices> = {}) =>
  prayerTimes(placeIn(zone), dayOf(date), { ...usualChoices(placeIn(zone)), ...choices });

const machineZone = process.env.TZ;
afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ;
  else process.env.TZ = machineZone;
});

test('in every city and on every day of a year there are six times of that date in order, or none', () => {
  // Where a summer night is just dark enough, adhan has no Fajr or Isha on the day on which its rule for short nights ends.
  const without = new Map<Place, number>();
  for (const place of all) {
    const choices = usualChoices(place);
    for (let ordinal = 1; ordinal <= 365; ordinal += 1) {
      const date = new Date(Date.UTC(2026, 0, ordinal));
      const day = { year: 2026, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      const moments = prayerMoments(place, day, choices);
      if (!moments) {
        without.set(place, (without.get(place) ?? 0) + 1);
        continue;
      }
      const inOrder = dayMoments.every((moment, index) => {
        const before = dayMoments[index - 1];
        return Number.isFinite(moments[moment].getTime()) && (!before || moments[moment] > moments[before]);
      });
      if (!inOrder) expect.fail(`${place.city}, ${date.toISOString()}: ${JSON.stringify(moments)}`);
    }
  }
  const many = [...without].filter(([{ latitude }, days]) => Math.abs(latitude) < 65 && days > 1);
  expect(many).toEqual([]);
}, 300_000);

test('in every city the clock shows six times in order, of the date that was asked for', () => {
  for (const place of all) {
    for (const date of ['2026-01-01', '2026-03-29', '2026-06-21', '2026-09-30', '2026-12-31']) {
      const moments = prayerMoments(place, dayOf(date), usualChoices(place));
      if (!moments) continue;
      expect(dayAt(place, moments.dhuhr), `${place.city}, ${date}`).toEqual(dayOf(date));
      const times = prayerTimes(place, dayOf(date), usualChoices(place));
      const inMinutes = minutesOfDay(times as DayTimes);
      const minutes = dayMoments.map((moment) => inMinutes[moment]);
      expect(minutes, `${place.city}, ${date}`).toEqual(minutes.toSorted((a, b) => a - b));
    }
  }
}, 60_000);

test.each([
  ['2026-06-21', 'the sun does not set'],
  ['2026-11-15', 'Asr would come before sunrise'],
  ['2026-12-21', 'the sun does not rise'],
])('Longyearbyen has no times on %s, when %s', (date) => {
  expect(timesIn('Arctic/Longyearbyen', date)).toBeUndefined();
});

test.each(['2026-06-21', '2026-11-26', '2026-12-21'])('Tromsø has no times on %s', (date) => {
  const tromso = { zone: 'Europe/Oslo', city: 'Tromsø', country: 'NO', latitude: 69.65, longitude: 18.96 };
  expect(prayerTimes(tromso, dayOf(date), usualChoices(tromso))).toBeUndefined();
});

/**
 * The sun's altitude in degrees by the low-precision formulas of the Astronomical Almanac (accurate to a hundredth of a
 * degree), which are independent of the code under test.
 */
function sunAltitude({ latitude, longitude }: Place, moment: Date): number {
  const rad = Math.PI / 180;
  const days = moment.getTime() / 86_400_000 + 2_440_587.5 - 2_451_545;
  const anomaly = (357.528 + 0.985_600_3 * days) * rad;
  const ecliptic =
    (280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const obliquity = (23.439 - 0.000_000_4 * days) * rad;
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const sidereal = (280.460_618_37 + 360.985_647_366 * days + longitude) * rad;
  const height =
    Math.sin(latitude * rad) * Math.sin(declination) +
    Math.cos(latitude * rad) * Math.cos(declination) * Math.cos(sidereal - ascension);
  return Math.asin(height) / rad;
}

test.each([
  ['Africa/Lagos', 'Egyptian', 19.5, 17.5],
  ['Africa/Cairo', 'Egyptian', 19.5, 17.5],
  ['Asia/Karachi', 'Karachi', 18, 18],
  ['Asia/Kolkata', 'Karachi', 18, 18],
  ['Asia/Singapore', 'Singapore', 20, 18],
  ['Australia/Sydney', 'MuslimWorldLeague', 18, 17],
  ['America/New_York', 'NorthAmerica', 15, 15],
] as const)(
  'in %s the sun stands where %s says at Fajr and Isha, the whole year',
  (zone, method, fajr, isha) => {
    const place = placeIn(zone);
    for (let month = 1; month <= 12; month += 1) {
      const times = prayerMoments(place, { year: 2026, month, day: 15 }, { method, asr: 'standard' });
      if (!times) throw new Error('There are no times.');
      // One minute is at most a quarter of a degree, and Singapore's times are rounded up.
      expect(Math.abs(sunAltitude(place, times.fajr) + fajr)).toBeLessThan(0.26);
      expect(Math.abs(sunAltitude(place, times.isha) + isha)).toBeLessThan(0.26);
      expect(Math.abs(sunAltitude(place, times.sunrise) + 0.83)).toBeLessThan(0.26);
    }
  },
);

test('Umm al-Qura’s Isha is two hours after Maghrib in Ramadan and an hour and a half otherwise', () => {
  const makkah = { zone: 'Asia/Riyadh', city: 'Makkah', country: 'SA', latitude: 21.43, longitude: 39.83 };
  const between = (date: string) => {
    const times = prayerTimes(makkah, dayOf(date), usualChoices(makkah));
    return times && minutesOf(times.isha) - minutesOf(times.maghrib);
  };
  // 1 Ramadan 1447 is 18 February 2026, 1 Shawwal 20 March.
  const dates = ['2026-02-17', '2026-02-18', '2026-03-19', '2026-03-20'];
  expect(dates.map(between)).toEqual([90, 120, 120, 90]);
});

test('the school of Abu Hanifa prays Asr later, and nothing else changes', () => {
  const { asr: later, ...others } = timesIn('Asia/Karachi', '2026-11-22') ?? { asr: '' };
  const { asr: sooner, ...same } = timesIn('Asia/Karachi', '2026-11-22', { asr: 'standard' }) ?? { asr: '' };
  expect(others).toEqual(same);
  expect(minutesOf(later) - minutesOf(sooner)).toBeGreaterThan(30);
});

test.each([
  ['Europe/London', '2026-06-21', '2026-12-21'],
  ['America/New_York', '2026-06-21', '2026-12-21'],
  ['Australia/Sydney', '2026-12-21', '2026-06-21'],
])('in %s the day of %s is longer than that of %s', (zone, summer, winter) => {
  const length = (date: string) => {
    const times = timesIn(zone, date);
    return times ? minutesOf(times.maghrib) - minutesOf(times.sunrise) : 0;
  };
  expect(length(summer) - length(winter)).toBeGreaterThan(4 * 60);
});

test.each([
  ['London, forward', 'Europe/London', '2026-03-28', '2026-03-29', 60],
  ['London, back', 'Europe/London', '2026-10-24', '2026-10-25', -60],
  ['New York, forward', 'America/New_York', '2026-03-07', '2026-03-08', 60],
  ['New York, back', 'America/New_York', '2026-10-31', '2026-11-01', -60],
  ['Cairo, forward at midnight', 'Africa/Cairo', '2026-04-23', '2026-04-24', 60],
  ['Cairo, back at midnight', 'Africa/Cairo', '2026-10-29', '2026-10-30', -60],
  ['Beirut, forward at midnight', 'Asia/Beirut', '2026-03-28', '2026-03-29', 60],
  ['Santiago, forward at midnight', 'America/Santiago', '2026-09-05', '2026-09-06', 60],
  ['Santiago, back at midnight', 'America/Santiago', '2026-04-04', '2026-04-05', -60],
])('all six times follow the clock when it changes: %s', (_change, zone, before, after, minutes) => {
  const [earlier, later] = [timesIn(zone, before), timesIn(zone, after)];
  for (const moment of dayMoments) {
    const moved = minutesOf(later?.[moment] ?? '') - minutesOf(earlier?.[moment] ?? '');
    expect(Math.abs(moved - minutes), moment).toBeLessThanOrEqual(3);
  }
});

test('the time zone of the machine changes nothing', () => {
  const zones = ['Europe/London', 'Asia/Jakarta', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const dates = ['2026-03-29', '2026-04-24', '2026-10-30', '2026-12-31'];
  const all = () => zones.flatMap((zone) => dates.map((date) => timesIn(zone, date)));
  process.env.TZ = 'UTC';
  const expected = all();
  for (const zone of ['Africa/Cairo', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    process.env.TZ = zone;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    expect(all()).toEqual(expected);
  }
});

test('after midnight a place has its own date and clock, whatever the machine’s', () => {
  const moment = new Date('2026-11-22T17:30:00Z');
  process.env.TZ = 'America/New_York';
  expect(dayAt(placeIn('Asia/Jakarta'), moment)).toEqual(dayOf('2026-11-23'));
  expect(timeAt(placeIn('Asia/Jakarta'), moment)).toBe('00:30');
  expect(dayAt(placeIn('America/New_York'), moment)).toEqual(dayOf('2026-11-22'));
  expect(timeAt(placeIn('America/New_York'), moment)).toBe('12:30');
});

test('a browser that does not know a zone yet gives no times and the date of UTC', () => {
  const place = { ...placeIn('Europe/London'), zone: 'Europe/Newtown' };
  expect(timeAt(place, new Date())).toBeUndefined();
  expect(dayAt(place, new Date('2026-06-30T23:30:00Z'))).toEqual(dayOf('2026-06-30'));
  expect(prayerTimes(place, dayOf('2026-06-30'), usualChoices(place))).toBeUndefined();
});

test.each([
  ['Europe/London', 'MoonsightingCommittee', 'standard'],
  ['Asia/Riyadh', 'UmmAlQura', 'standard'],
  ['Asia/Jakarta', 'Indonesia', 'standard'],
  ['Asia/Kuala_Lumpur', 'Malaysia', 'standard'],
  ['Africa/Casablanca', 'Morocco', 'standard'],
  ['America/New_York', 'MoonsightingCommittee', 'standard'],
  ['Asia/Karachi', 'Karachi', 'hanafi'],
  ['Africa/Lagos', 'Egyptian', 'standard'],
  ['Europe/Istanbul', 'Turkey', 'standard'],
  ['Europe/Berlin', 'MuslimWorldLeague', 'standard'],
])('the usual choices for %s are %s and the %s Asr', (zone, method, asr) => {
  expect(usualChoices(placeIn(zone))).toEqual({ method, asr });
});

test.each(Object.entries(methodWords))('what is said of %s is what is calculated', (method, { means }) => {
  const { fajrAngle, maghribAngle, ishaAngle, ishaInterval } = parametersOf(method as MethodName);
  const said = means.match(/[\d.]+/g)?.map(Number);
  expect(said).toEqual([...new Set([fajrAngle, maghribAngle, ishaInterval || ishaAngle].filter(Boolean))]);
});
