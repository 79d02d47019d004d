import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type City, citiesOfIndex, citiesOfZone, type ZoneFile } from './city-files.ts';
import { prayerTimes, usualChoices } from './prayer-times.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../public/cities/${name}.json`, import.meta.url), 'utf8'));

/** The cities of a zone, as the page loads them. */
export const citiesIn = (zone: string): City[] => citiesOfZone(read(zone) as ZoneFile);

/** @throws if the zone has no city of that name */
export function cityIn(zone: string, name?: string): City {
  const city = citiesIn(zone).find((each) => name === undefined || each.name === name);
  if (!city) throw new Error(`There is no ${name} in public/cities/${zone}.json.`);
  return city;
}

export const readIndex = () => read('index');

/** All cities of the site. */
export function everyCity(): City[] {
  const zones = new Set(citiesOfIndex(readIndex()).map(({ zone }) => zone));
  return [...zones].flatMap(citiesIn);
}

const zones = [
  'Europe/London',
  'Europe/Oslo',
  'Atlantic/Reykjavik',
  'Asia/Riyadh',
  'Asia/Jakarta',
  'America/Argentina/Ushuaia',
];

/** The prayer times of any day of a year in any of these zones: short and long days, some with Isha after midnight. */
export const anyDay = fc
  .record({
    city: fc.constantFrom(...zones.flatMap(citiesIn)),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ city, month, day }) => prayerTimes(city, { year: 2026, month, day }, usualChoices(city)))
  .filter((times) => times !== undefined);
