import { globSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { minutesOf } from '../drawings/day-path.ts';
import { placeIn, placesIn, readIndex } from './cities.fixture.ts';
import { citiesOf, countryOf, findCities, fullName, loadPlaces, minutesElsewhere } from './cities.ts';
import { usualChoices } from './methods.ts';
import { prayerTimes } from './prayer-times.ts';

const folder = fileURLToPath(new URL('../../public/cities/', import.meta.url));
const cities = citiesOf(readIndex());
const zones = [...new Set(cities.map(({ zone }) => zone))];

/** Answers the page's requests with the committed files. */
function serveFiles(): void {
  vi.stubGlobal('fetch', async (path: string) => {
    try {
      return new Response(readFileSync(`${folder}${path.replace('/cities/', '')}`));
    } catch {
      return new Response('', { status: 404 });
    }
  });
}
afterEach(() => vi.unstubAllGlobals());

const found = (typed: string) => findCities(cities, typed).map(fullName);

test('the file of no zone is more than 4 kB with Brotli', () => {
  const heavy = globSync('*/**/*.json', { cwd: folder })
    .filter((file) => statSync(folder + file).size > 4_000)
    .filter((file) => brotliCompressSync(readFileSync(folder + file)).length > 4_000);
  expect(heavy).toEqual([]);
});

test('every zone has cities within the bounds of the earth, in a country with a name, as the index has them', () => {
  expect(cities.length).toBeGreaterThan(5_000);
  for (const zone of zones) {
    const places = placesIn(zone);
    expect(places.map(({ city, country }) => [city, country])).toEqual(
      cities.filter((city) => city.zone === zone).map(({ city, country }) => [city, country]),
    );
    for (const place of places) {
      expect(countryOf(place)).not.toBe(place.country);
      expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(place.longitude)).toBeLessThanOrEqual(180);
      // All that the site's faces have a glyph for.
      expect(place.city).toMatch(/^[ -~À-ɏ’]+$/);
    }
  }
});

test('every zone that this engine can return has a city, except those that are named after none', async () => {
  serveFiles();
  for (const zone of Intl.supportedValuesOf('timeZone'))
    if (zone.includes('/') && !zone.startsWith('Etc/'))
      expect((await loadPlaces(zone)).length, zone).toBeGreaterThan(0);
});

test.each([
  ['Europe/London', 'London, United Kingdom'],
  ['Asia/Riyadh', 'Riyadh, Saudi Arabia'],
  ['Asia/Kuala_Lumpur', 'Kuala Lumpur, Malaysia'],
  ['Asia/Kuwait', 'Kuwait City, Kuwait'],
  ['Asia/Calcutta', 'Mumbai, India'],
  ['Europe/Kiev', 'Kyiv, Ukraine'],
  ['US/Eastern', 'New York City, United States'],
  ['Africa/Asmera', 'Asmara, Eritrea'],
  ['Pacific/Truk', 'Weno, Micronesia'],
])('the guess in %s is %s', async (zone, name) => {
  serveFiles();
  const [guess] = await loadPlaces(zone);
  expect(guess && fullName(guess)).toBe(name);
});

test.each(['UTC', 'Etc/UTC', 'Etc/GMT+3', 'GMT', 'EST', 'CET', '+02:00', 'Mars/Olympus', ''])(
  'the zone “%s” names no place, and nothing is asked for',
  async (zone) => {
    vi.stubGlobal('fetch', () => expect.fail('asked for a file'));
    expect(await loadPlaces(zone)).toEqual([]);
  },
);

test('a file that does not come is an error', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await expect(loadPlaces('Europe/London')).rejects.toThrow('503');
});

test.each([
  ['manch', 'Manchester, United Kingdom'],
  ['MANCHESTER', 'Manchester, United Kingdom'],
  ['sao pau', 'São Paulo, Brazil'],
  ['São Pau', 'São Paulo, Brazil'],
  ['paulo', 'São Paulo, Brazil'],
  ['mecca', 'Makkah (Mecca), Saudi Arabia'],
  ['makkah', 'Makkah (Mecca), Saudi Arabia'],
  ['izmir', 'İzmir, Türkiye'],
  ['taizz', 'Ta’izz, Yemen'],
  ['lodz', 'Łódź, Poland'],
  ['york', 'York, United Kingdom'],
  ['jerus', 'Jerusalem'],
])('“%s” finds %s', (typed, name) => {
  expect(found(typed)).toContain(name);
});

test.each(['', '   ', 'zzzz', '<script>', '\u0301', '北京', '\u202eלונדון', 'a'.repeat(500)])(
  '“%s” finds no city',
  (typed) => {
    expect(found(typed)).toEqual([]);
  },
);

test('Manchester’s times differ from London’s as the sun does', () => {
  const timesOn = (city: string, month: number) => {
    const place = placeIn('Europe/London', city);
    return prayerTimes(place, { year: 2026, month, day: 21 }, usualChoices(place));
  };
  const later = (moment: 'dhuhr' | 'maghrib', month: number) =>
    minutesOf(timesOn('Manchester', month)?.[moment] ?? '') -
    minutesOf(timesOn('London', month)?.[moment] ?? '');
  expect(later('dhuhr', 11)).toBeGreaterThanOrEqual(8);
  expect(later('dhuhr', 11)).toBeLessThanOrEqual(9);
  expect(later('maghrib', 6)).toBeGreaterThanOrEqual(19);
  expect(later('maghrib', 6)).toBeLessThanOrEqual(21);
});

test('how far a zone’s times may be out is right for every city of it, within the minute that clocks round', () => {
  for (const zone of ['Europe/London', 'Asia/Kolkata', 'Asia/Shanghai', 'America/New_York', 'Asia/Riyadh']) {
    const places = placesIn(zone);
    const [guess] = places as [(typeof places)[number]];
    const choices = usualChoices(guess);
    for (const month of [3, 6, 11]) {
      const day = { year: 2026, month, day: 21 };
      const here = prayerTimes(guess, day, choices);
      const apart = places.flatMap((place) => {
        const there = prayerTimes(place, day, choices);
        return Object.entries(there ?? {}).map(([moment, time]) => {
          const minutes = Math.abs(minutesOf(time) - minutesOf(here?.[moment as 'fajr'] ?? time));
          return Math.min(minutes, 1440 - minutes);
        });
      });
      const said = minutesElsewhere(places, day, choices);
      expect(Math.abs(said - Math.max(...apart)), `${zone}, month ${month}`).toBeLessThanOrEqual(1);
    }
  }
});
