import { zoneCoordinates, zoneCountries, zoneNames } from './places.generated.ts';

/** A city that the time zone database names a zone after, within a tenth of a degree. */
export interface Place {
  /** As in the time zone database: `Asia/Kolkata`. */
  readonly zone: string;
  readonly city: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** Degrees, north and east of Greenwich positive. */
  readonly latitude: number;
  readonly longitude: number;
}

interface Atlas {
  readonly places: readonly Place[];
  readonly byZone: ReadonlyMap<string, Place>;
}

let atlas: Atlas | undefined;

/** Decodes the table that scripts/places.ts wrote. */
function decode(): Atlas {
  const rows = zoneNames.split(',');
  const countries = zoneCountries.match(/\.|../g) ?? [];
  const byZone = new Map<string, Place>();
  const digit = (column: number, index: number) =>
    zoneCoordinates.charCodeAt(column * rows.length + index) - 40;
  const tenths = (column: number, index: number) => digit(column, index) * 60 + digit(column + 2, index);
  let region = '';
  let country = '';
  const places = rows.map((row, index) => {
    const [own = '', ...aliases] = row.split('=');
    const slash = own.lastIndexOf('/') + 1;
    if (slash > 0) region = own.slice(0, slash);
    const name = own.slice(slash);
    const next = countries[index] ?? '.';
    if (next !== '.') country = next;
    const place: Place = {
      zone: region + name,
      city: name.replaceAll('_', ' '),
      country,
      latitude: (tenths(0, index) - 900) / 10,
      longitude: (tenths(1, index) - 1800) / 10,
    };
    byZone.set(place.zone, place);
    for (const alias of aliases) byZone.set(alias.includes('/') ? alias : region + alias, place);
    return place;
  });
  return { places, byZone };
}

const loadedAtlas = () => (atlas ??= decode());

/** All places, by region and country; decoded at the first call. */
export const places = (): readonly Place[] => loadedAtlas().places;

/** The JavaScript engine's name for a zone that is given by a former name (US/Eastern). */
function currentName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return '';
  }
}

/**
 * The place that a time zone is named after. The zone may be given by a former name (Asia/Calcutta).
 * Undefined for a zone that names no place: UTC, Etc/…, EST, an unknown zone.
 */
export function placeOfZone(zone: string): Place | undefined {
  const { byZone } = loadedAtlas();
  return byZone.get(zone) ?? (zone.includes('/') ? byZone.get(currentName(zone)) : undefined);
}

let countryNames: Intl.DisplayNames | undefined;

/** The name of a place's country in English. */
export function countryOf({ country }: Place): string {
  countryNames ??= new Intl.DisplayNames('en-GB', { type: 'region' });
  return countryNames.of(country) ?? country;
}
