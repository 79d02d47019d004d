/** A city, within a hundredth of a degree. */
export interface City {
  /** Its time zone: `Asia/Kolkata`. */
  readonly zone: string;
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** Degrees, north and east of Greenwich positive. */
  readonly latitude: number;
  readonly longitude: number;
}

/** A city as the index knows it: its zone's file has the rest at the same index. */
export type FoundCity = Pick<City, 'zone' | 'name' | 'country'> & { readonly index: number };

/** The names of a zone's cities, the largest first: `London;Leeds`, with the country behind it if it is another: `Smara|MA`. */
interface ZoneNames {
  readonly zone: string;
  readonly country: string;
  readonly names: string;
}

/** A zone's file of public/cities/ (build/cities.ts). `at` has hundredths of a degree: `5151,-13 5380,-155`. */
export interface ZoneFile extends ZoneNames {
  readonly at: string;
}

/** An entry of public/cities/index.json. `sizes` has a letter for each city: the later in the alphabet, the larger. */
export interface ZoneOfIndex extends ZoneNames {
  readonly sizes: string;
}

function encodeNames({ zone, country }: Pick<ZoneNames, 'zone' | 'country'>, cities: readonly City[]) {
  const names = cities.map((city) => (city.country === country ? city.name : `${city.name}|${city.country}`));
  return { zone, country, names: names.join(';') };
}

const decodeNames = ({ zone, country, names }: ZoneNames): FoundCity[] =>
  names.split(';').map((name, index) => {
    const [ownName = '', abroad = country] = name.split('|');
    return { zone, name: ownName, country: abroad, index };
  });

/** A hundredth of a degree is about a kilometre, three seconds of the sun's way. */
const hundredths = (degrees: number) => Math.round(degrees * 100);

/** A zone's file. @param cities the largest first */
export function encodeZone(zone: Pick<ZoneNames, 'zone' | 'country'>, cities: readonly City[]): ZoneFile {
  const at = cities.map(({ latitude, longitude }) => `${hundredths(latitude)},${hundredths(longitude)}`);
  return { ...encodeNames(zone, cities), at: at.join(' ') };
}

/** The cities of a zone's file, the largest first. */
export function citiesOfZone(file: ZoneFile): City[] {
  const coordinates = file.at.split(' ').map((pair) => pair.split(',').map((number) => Number(number) / 100));
  return decodeNames(file).map(({ zone, name, country }, index) => {
    const [latitude = 0, longitude = 0] = coordinates[index] ?? [];
    return { zone, name, country, latitude, longitude };
  });
}

/** A letter for how large a city is, half a doubling a step, from `a` for a thousand people. The index is sorted by it. */
function sizeLetter(population: number): string {
  const halfDoublings = Math.round(2 * Math.log2(Math.max(population, 1_000) / 1_000));
  return String.fromCharCode('a'.charCodeAt(0) + halfDoublings);
}

/** A zone's entry in the index. @param cities the largest first */
export function encodeIndexEntry(
  zone: Pick<ZoneNames, 'zone' | 'country'>,
  cities: readonly (City & { population: number })[],
): ZoneOfIndex {
  const sizes = cities.map(({ population }) => sizeLetter(population));
  return { ...encodeNames(zone, cities), sizes: sizes.join('') };
}

/** The cities of the index, the largest first. */
export const citiesOfIndex = (index: readonly ZoneOfIndex[]): FoundCity[] =>
  index
    .flatMap((zone) => decodeNames(zone).map((city) => ({ city, size: zone.sizes.charCodeAt(city.index) })))
    .sort((a, b) => b.size - a.size)
    .map(({ city }) => city);
