import type { Choices } from '../../content/prayer-day.ts';
import { dayMoments } from '../../content/prayers.ts';
import {
  type City,
  citiesOfIndex,
  citiesOfZone,
  type FoundCity,
  type ZoneFile,
  type ZoneOfIndex,
} from './city-files.ts';
import type { CalendarDay } from './dates.ts';
import { prayerMoments } from './prayer-times.ts';

/** @throws if the file does not come */
async function load<Content>(name: string): Promise<Content> {
  const response = await fetch(`/cities/${name}.json`);
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
  return response.json() as Promise<Content>;
}

/**
 * The cities of a time zone, the largest first; none where a zone names no place (UTC, Etc/GMT+5, EST) or is not known.
 * The zone may be given by a former name (US/Eastern, Asia/Calcutta).
 * @throws if its file does not come
 */
export async function loadCitiesOf(zone: string): Promise<readonly City[]> {
  let present = zone;
  try {
    present = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return [];
  }
  if (!zone.includes('/') || !present.includes('/') || present.startsWith('Etc/')) return [];
  return citiesOfZone(await load<ZoneFile>(present));
}

/**
 * A city that was found by its name. The browser need not know its time zone, which may be newer.
 * @throws if its file does not come, or has no such city
 */
export async function loadCity({ zone, index, name }: FoundCity): Promise<City> {
  const city = citiesOfZone(await load<ZoneFile>(zone))[index];
  if (!city) throw new Error(`The file of ${zone} has no ${name}.`);
  return city;
}

/** The names of all cities. @throws if their file does not come */
export const loadCityNames = async () => citiesOfIndex(await load<ZoneOfIndex[]>('index'));

/** Letters that are not a plain letter and a mark, and what is typed for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  œ: 'oe',
};

/** A name without marks, apostrophes and capitals: what two ways of writing it have in common. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[øłıßæđðþœ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[\p{M}’‘'`ʻ]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The cities that have a word which begins with what is typed. A city whose name begins with it comes first, and a larger
 * city before a smaller one.
 * @param cities the largest first
 */
export function findCities(cities: readonly FoundCity[], typed: string, most = 6): FoundCity[] {
  const sought = fold(typed);
  if (sought === '') return [];
  const byName: FoundCity[] = [];
  const byLaterWord: FoundCity[] = [];
  for (const city of cities) {
    const name = fold(city.name);
    if (name.startsWith(sought)) byName.push(city);
    else if (name.includes(` ${sought}`)) byLaterWord.push(city);
    if (byName.length === most) break;
  }
  return [...byName, ...byLaterWord].slice(0, most);
}

const countryNames = new Intl.DisplayNames('en-GB', { type: 'region' });

/** The name of a city's country in English. */
export const countryOf = ({ country }: Pick<City, 'country'>) => countryNames.of(country) ?? country;

/**
 * A city's name with its country, which tells cities of the same name apart. Jerusalem stands without one: a list of cities
 * need not say which country it is in.
 */
export const fullName = (city: Pick<City, 'name' | 'country'>): string =>
  city.name.endsWith('Jerusalem') ? city.name : `${city.name}, ${countryOf(city)}`;

/**
 * By how many minutes at most a prayer differs in another city of a time zone.
 * @param cities the cities of the zone; the first is the one to compare with
 */
export function minutesElsewhere(cities: readonly City[], day: CalendarDay, choices: Choices): number {
  const [guess] = cities;
  const here = guess && prayerMoments(guess, day, choices);
  if (!here) return 0;
  const differences = cities.flatMap((city) => {
    const there = prayerMoments(city, day, choices) ?? here;
    return dayMoments.map((moment) => Math.abs(there[moment].getTime() - here[moment].getTime()));
  });
  return Math.round(Math.max(0, ...differences) / 60_000);
}
