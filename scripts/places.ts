import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes app/prayer-day/places.generated.ts from the IANA time zone database: a place for each time zone.
 * Takes the folder of zone.tab and tzdata.zi (default /usr/share/zoneinfo, where Debian's and Ubuntu's package tzdata
 * puts them): node scripts/places.ts [folder]
 */
const folder = process.argv[2] ?? '/usr/share/zoneinfo';
const output = fileURLToPath(new URL('../app/prayer-day/places.generated.ts', import.meta.url));

interface ZoneRow {
  country: string;
  zone: string;
  latitude: number;
  longitude: number;
}

/**
 * Former names whose link leads to another country, because the clocks agree there. The database's file `backward` has
 * the place in a comment (#=), which tzdata.zi leaves out.
 */
const samePlace: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

function read(name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    console.error(`There is no ${join(folder, name)}.
Install the package tzdata (Debian, Ubuntu: apt-get install tzdata), or name the folder that holds zone.tab and tzdata.zi.`);
    process.exit(1);
  }
}

/** Degrees of ISO 6709's ±DDMM[SS] or ±DDDMM[SS]. */
function degreesOf(text: string): number {
  const [, sign, degrees, minutes, seconds = '0'] = /^([+-])(\d{2,3})(\d{2})(\d{2})?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600);
}

function rowOf(line: string): ZoneRow {
  const [country = '', coordinates = '', zone = ''] = line.split('\t');
  const [, latitude = '', longitude = ''] = /^([+-]\d+)([+-]\d+)$/.exec(coordinates) ?? [];
  return { country, zone, latitude: degreesOf(latitude), longitude: degreesOf(longitude) };
}

const regionOf = (zone: string) => zone.slice(0, zone.lastIndexOf('/'));
const nameOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1);
const byCode = (a: string, b: string) => Number(a > b) - Number(a < b);

const rows = read('zone.tab')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(rowOf)
  .sort(
    (a, b) =>
      byCode(regionOf(a.zone), regionOf(b.zone)) || byCode(a.country, b.country) || byCode(a.zone, b.zone),
  );
const zones = new Set(rows.map(({ zone }) => zone));

const compiled = read('tzdata.zi');
const [, version] = /^# version (\S+)/.exec(compiled) ?? [];
const canonical = (zone: string) =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
/**
 * Most browsers return the present name of a zone, so former names need no place in the table. But some, like this engine,
 * keep CLDR's names, which never change (Asia/Calcutta).
 */
const aliases = Map.groupBy(
  compiled
    .split('\n')
    .filter((line) => line.startsWith('L '))
    .map((line) => line.split(' ').slice(1) as [string, string])
    .map(([target, alias]) => ({ zone: samePlace[alias] ?? target, alias }))
    .filter(({ zone, alias }) => zones.has(zone) && !zones.has(alias) && canonical(alias) === alias),
  ({ zone }) => zone,
);

/** A zone's name as it is written after a zone of `region`: without the region, if it has the same. */
const after = (region: string, name: string) => (regionOf(name) === region ? nameOf(name) : name);
const names = rows.map(({ zone }, index) =>
  [
    after(regionOf(rows[index - 1]?.zone ?? ''), zone),
    ...(aliases.get(zone) ?? []).map(({ alias }) => after(regionOf(zone), alias)),
  ].join('='),
);
const countries = rows.map(({ country }, index) => (country === rows[index - 1]?.country ? '.' : country));

/** A base-60 digit: the characters from ( to c, one of which needs a backslash in a literal. */
const digit = (value: number) => String.fromCharCode(40 + value).replace('\\', '\\\\');
/** Tenths of a degree, 11 km: the hour angle is off by at most twelve seconds. Two digits each, a column for each digit. */
function columns(values: number[]): [string, string] {
  const tenths = values.map((value) => Math.round(value * 10));
  return [
    tenths.map((value) => digit(Math.floor(value / 60))).join(''),
    tenths.map((value) => digit(value % 60)).join(''),
  ];
}
const latitudes = columns(rows.map(({ latitude }) => latitude + 90));
const longitudes = columns(rows.map(({ longitude }) => longitude + 180));

writeFileSync(
  output,
  `// Made by scripts/places.ts from the IANA time zone database ${version} (zone.tab, tzdata.zi), which is in the public domain.
export const zoneNames =
  '${names.join(',')}';
export const zoneCountries =
  '${countries.join('')}';
export const zoneCoordinates =
  '${latitudes[0]}${longitudes[0]}${latitudes[1]}${longitudes[1]}';
`,
);
console.log(`${rows.length} places, ${[...aliases.values()].flat().length} former names, tzdata ${version}.`);
