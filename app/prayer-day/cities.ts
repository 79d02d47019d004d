import { dayMoments } from '../../content/prayers.ts';
import type { CalendarDay } from './clock.ts';
import { type Choices, prayerMoments } from './prayer-times.ts';

/** A city, within a hundredth of a degree. */
export interface Place {
  /** Its time zone: `Asia/Kolkata`. */
  readonly zone: string;
  readonly city: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** Degrees, north and east of Greenwich positive. */
  readonly latitude: number;
  readonly longitude: number;
}

/** The names of a zone's cities, the largest first: `London;Leeds`, with the country behind it if it is another: `Smara|MA`. */
type ZoneNames = Readonly<Record<'zone' | 'country' | 'names', string>>;

/** An entry of public/cities/index.json. `sizes` has a letter for each city: the later in the alphabet, the larger. */
export type ZoneOfIndex = ZoneNames & { readonly sizes: string };

/** A zone's file of public/cities/ (build/cities.ts). `at` has hundredths of a degree: `5151,-13 5380,-155`. */
export type ZoneFile = ZoneNames & { readonly at: string };

/** A city as the index knows it: its zone's file has the rest at the same index. */
export type FoundCity = Pick<Place, 'zone' | 'city' | 'country'> & { readonly index: number };

/** @throws if the file does not come */
async function load<Content>(name: string): Promise<Content> {
  const response = await fetch(`/cities/${name}.json`);
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
  return response.json() as Promise<Content>;
}

const namesOf = ({ zone, country, names }: ZoneNames): FoundCity[] =>
  names.split(';').map((name, index) => {
    const [city = '', abroad = country] = name.split('|');
    return { zone, city, country: abroad, index };
  });

/** The cities of a zone's file, the largest first. */
export function placesOf(file: ZoneFile): Place[] {
  const at = file.at.split(' ').map((pair) => pair.split(',').map((hundredths) => Number(hundredths) / 100));
  return namesOf(file).map(({ zone, city, country }, index) => {
    const [latitude = 0, longitude = 0] = at[index] ?? [];
    return { zone, city, country, latitude, longitude };
  });
}

/**
 * The cities of a time zone, the largest first; none where a zone names no place (UTC, Etc/GMT+5, EST) or is not known.
 * The zone may be given by a former name (US/Eastern, Asia/Calcutta).
 * @throws if its file does not come
 */
export async function loadPlaces(zone: string): Promise<readonly Place[]> {
  let present = zone;
  try {
    present = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return [];
  }
  if (!zone.includes('/') || !present.includes('/') || present.startsWith('Etc/')) return [];
  return placesOf(await load<ZoneFile>(present));
}

/** The names of all cities. @throws if their file does not come */
export const loadCities = async () => citiesOf(await load<ZoneOfIndex[]>('index'));

/** The cities of the index, the largest first. */
export const citiesOf = (index: readonly ZoneOfIndex[]): FoundCity[] =>
  index
    .flatMap((zone) => namesOf(zone).map((city) => ({ city, size: zone.sizes.charCodeAt(city.index) })))
    .sort((a, b) => b.size - a.size)
    .map(({ city }) => city);

/** Letters that are not a plain letter and a mark, and what is typed for them. */
const plain = new Map(
  'ø:o ł:l ı:i ß:ss æ:ae đ:d ð:d þ:th œ:oe'.split(' ').map((pair) => pair.split(':') as [string, string]),
);

/** Without marks, apostrophes and capitals: what two ways of writing a name have in common. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[øłıßæđðþœ]/g, (letter) => plain.get(letter) ?? letter)
    .replaceAll(/[\p{M}’‘'`ʻ]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The cities one of whose words begins as typed: those whose name does come first, and of each kind the larger ones. */
export function findCities(cities: readonly FoundCity[], typed: string, most = 6): FoundCity[] {
  const sought = fold(typed);
  if (sought === '') return [];
  const [first, further]: [FoundCity[], FoundCity[]] = [[], []];
  for (const found of cities) {
    const name = ` ${fold(found.city)}`;
    if (name.startsWith(` ${sought}`)) first.push(found);
    else if (name.includes(` ${sought}`)) further.push(found);
    if (first.length === most) break;
  }
  return [...first, ...further].slice(0, most);
}

const countryNames = new Intl.DisplayNames('en-GB', { type: 'region' });

/** The name of a city's country in English. */
export const countryOf = ({ country }: Pick<Place, 'country'>) => countryNames.of(country) ?? country;

/** The country tells cities of the same name apart. Jerusalem has none: a list of cities need not say whose it is. */
export const fullName = (place: Pick<Place, 'city' | 'country'>): string =>
  place.city.endsWith('Jerusalem') ? place.city : `${place.city}, ${countryOf(place)}`;

/** The most minutes by which a time of today may differ in another city of the zone than the guessed one, the first. */
export function minutesElsewhere(places: readonly Place[], day: CalendarDay, choices: Choices): number {
  const [guess] = places;
  const here = guess && prayerMoments(guess, day, choices);
  if (!here) return 0;
  const differences = places.flatMap((place) => {
    const there = prayerMoments(place, day, choices) ?? here;
    return dayMoments.map((moment) => Math.abs(there[moment].getTime() - here[moment].getTime()));
  });
  return Math.round(Math.max(0, ...differences) / 60_000);
}
