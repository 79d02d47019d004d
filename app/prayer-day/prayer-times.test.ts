import { afterEach, expect, test, vi } from 'vitest';
import { methodWords } from '../../content/prayer-day.ts';
import { dayMoments } from '../../content/prayers.ts';
import { minutesOf } from '../drawings/day-path.ts';
import { placeIn, placesIn, readIndex } from './cities.fixture.ts';
import { citiesOf, type Place } from './cities.ts';
import { addDays, dayAt, timeAt } from './clock.ts';
import { type MethodName, parametersOf, prayerMoments, prayerTimes, usualChoices } from './prayer-times.ts';

const dayOf = (text: string) => dayAt({ zone: 'UTC' }, new Date(text));

const zones = [...new Set(citiesOf(readIndex()).map(({ zone }) => zone))];
const all = zones.flatMap(placesIn);

const timesIn = (zone: string, date: string) =>
  prayerTimes(placeIn(zone), dayOf(date), usualChoices(placeIn(zone)));

afterEach(() => vi.unstubAllEnvs());

/** Whether the sun stays within 25° of the horizon all night: Fajr and Isha ask for 20° at most. Its declination is simplified. */
function isNightShort({ latitude }: Place, ordinal: number): boolean {
  const declination = 23.4 * Math.cos(((ordinal - 172) / 365) * 2 * Math.PI);
  return 90 - Math.abs(latitude) - Math.sign(latitude) * declination < 25;
}

test('in every city, on every day whose night is short, there are six times of that date in order, or none', () => {
  // Where a summer night is just dark enough, adhan has no Fajr or Isha on the day on which its rule for short nights ends.
  const without = new Map<Place, number>();
  for (const place of all) {
    const choices = usualChoices(place);
    for (let ordinal = 0; ordinal < 365; ordinal += 1) {
      // Where no rule for short nights begins or ends, every tenth day tells enough.
      if (ordinal % 10 !== 0 && !isNightShort(place, ordinal)) continue;
      const day = addDays({ year: 2026, month: 1, day: 1 }, ordinal);
      const moments = prayerMoments(place, day, choices);
      if (!moments) {
        without.set(place, (without.get(place) ?? 0) + 1);
        continue;
      }
      const inOrder = dayMoments.every((moment, index) => {
        const before = dayMoments[index - 1];
        return Number.isFinite(moments[moment].getTime()) && (!before || moments[moment] > moments[before]);
      });
      if (!inOrder) expect.fail(`${place.city}, day ${ordinal}: ${JSON.stringify(moments)}`);
      // Now and then on the clock too, which takes longer than computing them.
      if (ordinal % 90 !== 0) continue;
      expect(dayAt(place, moments.dhuhr), `${place.city}, day ${ordinal}`).toEqual(day);
      expect(prayerTimes(place, day, choices), place.city).toBeDefined();
    }
  }
  const many = [...without].filter(([{ latitude }, days]) => Math.abs(latitude) < 65 && days > 1);
  expect(many).toEqual([]);
}, 300_000);

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

for (const zone of ['Africa/Cairo', 'Pacific/Kiritimati', 'America/Los_Angeles'])
  test(`on a machine in ${zone} the times, dates and clocks of places are the same`, () => {
    const moment = new Date('2026-11-22T17:30:00Z');
    const read = () =>
      ['Europe/London', 'Asia/Jakarta', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'].flatMap((there) => [
        dayAt(placeIn(there), moment),
        timeAt(placeIn(there), moment),
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
  expect(usualChoices(placeIn(zone))).toEqual({ method, asr });
});

test.each(Object.entries(methodWords))('what is said of %s is what is calculated', (method, { means }) => {
  const { fajrAngle, maghribAngle, ishaAngle, ishaInterval } = parametersOf(method as MethodName);
  const said = means.match(/[\d.]+/g)?.map(Number);
  expect(said).toEqual([...new Set([fajrAngle, maghribAngle, ishaInterval || ishaAngle].filter(Boolean))]);
});
