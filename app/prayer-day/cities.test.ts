import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { citiesIn, readIndex } from './cities.fixture.ts';
import { countryOf, findCities, fullName, loadCitiesOf, loadCity } from './cities.ts';
import { citiesOfIndex, citiesOfZone, encodeIndexEntry, encodeZone } from './city-files.ts';

const folder = fileURLToPath(new URL('../../public/cities/', import.meta.url));
const cities = citiesOfIndex(readIndex());

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
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('every zone has the cities of the index, on earth and in a named country', () => {
  expect(cities.length).toBeGreaterThan(5_000);
  for (const zone of new Set(cities.map((city) => city.zone))) {
    const ofZone = citiesIn(zone);
    const named = cities.filter((city) => city.zone === zone).map(({ name, country }) => [name, country]);
    expect(ofZone.map(({ name, country }) => [name, country])).toEqual(named);
    for (const city of ofZone) {
      expect(countryOf(city)).not.toBe(city.country);
      expect(Math.abs(city.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(city.longitude)).toBeLessThanOrEqual(180);
      // All that the site's faces have a glyph for.
      expect(city.name).toMatch(/^[ -~À-ɏ’]+$/);
    }
  }
});

test('every time zone named after a place has a city', async () => {
  serveFiles();
  for (const zone of Intl.supportedValuesOf('timeZone'))
    if (zone.includes('/') && !zone.startsWith('Etc/'))
      expect((await loadCitiesOf(zone)).length, zone).toBeGreaterThan(0);
});

test.each([
  ['Europe/London', 'London, United Kingdom'],
  ['Asia/Calcutta', 'Mumbai, India'],
  ['US/Eastern', 'New York City, United States'],
])('the guess in %s is %s', async (zone, name) => {
  serveFiles();
  const [guess] = await loadCitiesOf(zone);
  expect(guess && fullName(guess)).toBe(name);
});

test('a city comes by its name although the browser does not know its time zone', async () => {
  serveFiles();
  const coyhaique = cities.find(({ name }) => name === 'Coyhaique');
  if (!coyhaique) throw new Error('The index has no Coyhaique.');
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new RangeError('Invalid time zone specified');
  });
  expect(await loadCity(coyhaique)).toMatchObject({ name: 'Coyhaique', zone: 'America/Coyhaique' });
});

test('a zone is read as it was written', () => {
  const leeds = { zone: 'Europe/London', name: 'Leeds', country: 'GB', latitude: 53.8, longitude: -1.55 };
  const douglas = {
    zone: 'Europe/London',
    name: 'Douglas',
    country: 'IM',
    latitude: 54.15,
    longitude: -4.48,
  };
  const zone = { zone: 'Europe/London', country: 'GB' };
  expect(citiesOfZone(encodeZone(zone, [leeds, douglas]))).toEqual([leeds, douglas]);
  const entry = encodeIndexEntry(zone, [
    { ...leeds, population: 455_000 },
    { ...douglas, population: 26_000 },
  ]);
  expect(citiesOfIndex([entry]).map(({ name, country, index }) => [name, country, index])).toEqual([
    ['Leeds', 'GB', 0],
    ['Douglas', 'IM', 1],
  ]);
});

for (const zone of ['UTC', 'Etc/GMT+3', 'EST', '+02:00', 'Mars/Olympus', ''])
  test(`the zone “${zone}” names no place, and nothing is asked for`, async () => {
    vi.stubGlobal('fetch', () => expect.fail('asked for a file'));
    expect(await loadCitiesOf(zone)).toEqual([]);
  });

test.each([
  ['paulo', ['São Paulo, Brazil']],
  ['mecca', ['Makkah (Mecca), Saudi Arabia']],
  ['izmir', ['İzmir, Türkiye']],
  ['taizz', ['Ta’izz, Yemen']],
  ['lodz', ['Łódź, Poland']],
  ['jerus', ['Jerusalem']],
  ...['', '\u0301', '\u202eלונדון'].map((typed) => [typed, []] as [string, string[]]),
] as [string, string[]][])('“%s” finds %s', (typed, names) => {
  const found = findCities(cities, typed).map(fullName);
  expect(found.length > 0).toBe(names.length > 0);
  expect(found).toEqual(expect.arrayContaining(names));
});
