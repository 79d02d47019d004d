import { readFileSync } from 'node:fs';
import { type Place, placesOf, type ZoneFile } from './cities.ts';

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
