import { expect, test } from 'vitest';
import { countryOf, placeOfZone, places } from './places.ts';

test('every zone of the table is a place of its own within the bounds of the earth', () => {
  expect(places().length).toBeGreaterThan(400);
  for (const place of places()) {
    expect(placeOfZone(place.zone)).toBe(place);
    expect(place.zone.endsWith(place.city.replaceAll(' ', '_'))).toBe(true);
    expect(place.country).toMatch(/^[A-Z]{2}$/);
    expect(countryOf(place)).not.toBe(place.country);
    expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
    expect(Math.abs(place.longitude)).toBeLessThanOrEqual(180);
  }
});

test.each([
  ['Europe/London', 'London', 'United Kingdom', 51.5, -0.1],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires', 'Argentina', -34.6, -58.4],
  ['Asia/Riyadh', 'Riyadh', 'Saudi Arabia', 24.6, 46.7],
  ['Pacific/Kiritimati', 'Kiritimati', 'Kiribati', 1.9, -157.3],
])('%s is read as zone.tab has it', (zone, city, country, latitude, longitude) => {
  const place = placeOfZone(zone);
  expect(place).toMatchObject({ zone, city, latitude, longitude });
  expect(place && countryOf(place)).toBe(country);
});

test.each([
  ['Asia/Calcutta', 'Kolkata'],
  ['Europe/Kiev', 'Kyiv'],
  ['America/Buenos_Aires', 'Buenos Aires'],
  ['America/Indianapolis', 'Indianapolis'],
  ['US/Eastern', 'New York'],
  ['America/Virgin', 'St Thomas'],
])('%s is a former name of a zone and leads to %s', (zone, city) => {
  expect(placeOfZone(zone)?.city).toBe(city);
});

test.each([
  ['Africa/Asmera', 'Asmara'],
  ['America/Coral_Harbour', 'Atikokan'],
  ['Pacific/Truk', 'Chuuk'],
  ['Pacific/Ponape', 'Pohnpei'],
])('%s leads to the same place, not to a far one with the same clocks', (zone, city) => {
  expect(placeOfZone(zone)?.city).toBe(city);
});

test.each(['UTC', 'Etc/UTC', 'Etc/GMT+3', 'GMT', 'EST', 'CET', '+02:00', 'Mars/Olympus', ''])(
  'the zone “%s” names no place',
  (zone) => {
    expect(placeOfZone(zone)).toBeUndefined();
  },
);

test('every zone that this engine can return names a place, except those that are named after none', () => {
  const without = Intl.supportedValuesOf('timeZone').filter((zone) => !placeOfZone(zone));
  expect(without.filter((zone) => zone.includes('/') && !zone.startsWith('Etc/'))).toEqual([]);
});
