import { afterEach, expect, test, vi } from 'vitest';
import { type Choices, type MethodName, methodWords } from '../../content/prayer-day.ts';
import { minutesOf } from '../clock/clock.ts';
import { cityIn, everyCity } from './cities.fixture.ts';
import type { City } from './city-files.ts';
import { addDays, type CalendarDay, dayAt, isoDay, timeAt } from './dates.ts';
import { parametersOf, prayerMoments, prayerTimes, usualChoices } from './prayer-times.ts';
import { compareWithReference } from './reference-times.fixture.ts';

const dayOf = (text: string) => dayAt({ zone: 'UTC' }, new Date(text));

const timesIn = (zone: string, date: string) =>
  prayerTimes(cityIn(zone), dayOf(date), usualChoices(cityIn(zone)));

afterEach(() => vi.unstubAllEnvs());

/** Compares a day with the reference, and on the place's clock. Returns what is wrong with it. */
function faultOf(city: City, date: CalendarDay, choices: Choices): string | undefined {
  const { kind } = compareWithReference(city, date, choices);
  const name = `${city.name} (${city.latitude}), ${choices.method}, ${isoDay(date)}`;
  if (kind === 'contradiction') return `${name}: the reference has other times`;
  if (kind === 'no six times' && Math.abs(city.latitude) < 65.7) return `${name}: no times`;
  const hasTimes = kind === 'six times';
  if (hasTimes && !prayerTimes(city, date, choices)) return `${name}: no times on the clock`;
  return undefined;
}

test('every city’s times are the reference’s within two minutes, on a sample of days', () => {
  // The places take their turn, so that together they have every day of the year. `npm run test:prayers` takes all days.
  const faults = everyCity().flatMap((city, index) => {
    const choices = usualChoices(city);
    const step = Math.abs(city.latitude) < 48 ? 73 : 15;
    const days: CalendarDay[] = [];
    for (let ordinal = index % step; ordinal < 365; ordinal += step)
      days.push(addDays({ year: 2026, month: 1, day: 1 }, ordinal));
    return days.map((date) => faultOf(city, date, choices)).filter((fault) => fault !== undefined);
  });
  expect(faults).toEqual([]);
});

// In each of these months, on some day, the sun only just reaches an altitude of the method.
test.each([
  ['Europe/London', 'Colchester', 2026, 7],
  ['Europe/Kaliningrad', 'Kaliningrad', 2034, 7],
  ['Asia/Novosibirsk', 'Kuybyshev', 2026, 8],
  ['Europe/Amsterdam', 'The Hague', 2027, 7],
  ['Europe/Moscow', 'Murmansk', 2026, 11],
  ['America/Nuuk', 'Sisimiut', 2026, 12],
  ['America/Whitehorse', 'Fort McPherson', 2026, 12],
  ['America/Nuuk', 'Ilulissat', 2027, 11],
  ['Antarctica/Davis', 'Davis', 2027, 5],
])('in %s the times of %s are the reference’s each day, %i-%i', (zone, name, year, month) => {
  const city = cityIn(zone, name);
  const choices = usualChoices(city);
  const days = Array.from({ length: 31 }, (_, index) => addDays({ year, month, day: 1 }, index));
  expect(days.map((date) => faultOf(city, date, choices)).filter(Boolean)).toEqual([]);
});

test.each(Object.keys(methodWords) as MethodName[])(
  'by the method of %s long and short nights have the reference’s times',
  (method) => {
    const cities = [
      cityIn('Europe/Bratislava'),
      cityIn('Europe/Helsinki', 'Oulu'),
      cityIn('America/Argentina/Ushuaia'),
    ];
    const days = Array.from({ length: 73 }, (_, index) =>
      addDays({ year: 2026, month: 1, day: 1 }, 5 * index),
    );
    const kinds = cities.flatMap((city) =>
      days.map((date) => compareWithReference(city, date, { method, asr: 'hanafi' }).kind),
    );
    expect(kinds).not.toContain('contradiction');
  },
);

test('in the last minutes of sunlight Asr still follows Dhuhr', () => {
  const city = cityIn('America/Whitehorse', 'Fort McPherson');
  const moments = prayerMoments(city, dayOf('2026-12-08'), usualChoices(city));
  expect(moments && moments.asr > moments.dhuhr).toBe(true);
});

test('Umm al-Qura’s Isha is half an hour later in Ramadan', () => {
  const makkah = { zone: 'Asia/Riyadh', name: 'Makkah', country: 'SA', latitude: 21.43, longitude: 39.83 };
  const between = (date: string) => {
    const times = prayerTimes(makkah, dayOf(date), usualChoices(makkah));
    return times && minutesOf(times.isha) - minutesOf(times.maghrib);
  };
  // 1 Ramadan 1447 is 18 February 2026, 1 Shawwal 20 March.
  const dates = ['2026-02-17', '2026-02-18', '2026-03-19', '2026-03-20'];
  expect(dates.map(between)).toEqual([90, 120, 120, 90]);
});

for (const zone of ['Africa/Cairo', 'Pacific/Kiritimati', 'America/Los_Angeles'])
  test(`on a machine in ${zone} the times, dates and clocks of cities are the same`, () => {
    const instant = new Date('2026-11-22T17:30:00Z');
    const read = () =>
      ['Europe/London', 'Asia/Jakarta', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'].flatMap((there) => [
        dayAt(cityIn(there), instant),
        timeAt(cityIn(there), instant),
        ...['2026-03-29', '2026-10-30', '2026-12-31'].map((date) => timesIn(there, date)),
      ]);
    vi.stubEnv('TZ', 'UTC');
    const expected = read();
    expect(expected).toContain('00:30');
    vi.stubEnv('TZ', zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    expect(read()).toEqual(expected);
  });

test.each([
  ['Europe/London', 'MoonsightingCommittee', 'standard'],
  ['Asia/Riyadh', 'UmmAlQura', 'standard'],
  ['Asia/Karachi', 'Karachi', 'hanafi'],
  ['Africa/Lagos', 'Egyptian', 'standard'],
  ['Europe/Berlin', 'MuslimWorldLeague', 'standard'],
])('the usual choices for %s are %s and the %s Asr', (zone, method, asr) => {
  expect(usualChoices(cityIn(zone))).toEqual({ method, asr });
});

test('a place without a country has no country’s choices', () => {
  expect(usualChoices({ zone: 'Antarctica/Troll', country: '' })).toEqual({
    method: 'MuslimWorldLeague',
    asr: 'standard',
  });
});

test.each(Object.entries(methodWords))('what is said of %s is what is calculated', (method, { means }) => {
  const { fajrAngle, maghribAngle, ishaAngle, ishaInterval } = parametersOf(method as MethodName);
  const said = means.match(/[\d.]+/g)?.map(Number);
  expect(said).toEqual([...new Set([fajrAngle, maghribAngle, ishaInterval || ishaAngle].filter(Boolean))]);
});
