import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { citiesOf, type Place, placesOf, type ZoneFile } from './city-files.ts';
import { prayerTimes, usualChoices } from './prayer-times.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../public/cities/${name}.json`, import.meta.url), 'utf8'));

/** The cities of a zone, as the page loads them. */
export const placesIn = (zone: string): Place[] => placesOf(read(zone) as ZoneFile);

/** @throws if the zone has no city of that name */
export function placeIn(zone: string, name?: string): Place {
  const place = placesIn(zone).find(({ city }) => name === undefined || city === name);
  if (!place) throw new Error(`There is no ${name} in public/cities/${zone}.json.`);
  return place;
}

export const readIndex = () => read('index');

/** All cities of the site. */
export function everyPlace(): Place[] {
  const zones = new Set(citiesOf(readIndex()).map(({ zone }) => zone));
  return [...zones].flatMap(placesIn);
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
    place: fc.constantFrom(...zones.flatMap(placesIn)),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ place, month, day }) => prayerTimes(place, { year: 2026, month, day }, usualChoices(place)))
  .filter((times) => times !== undefined);
