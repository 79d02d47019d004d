import { expect, test } from 'vitest';
import { plannerWords as words } from '../../content/prayer-day.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { citiesIn, cityIn } from './cities.fixture.ts';
import { describeToday, type Known } from './describe-today.ts';

const inLondon: Known = {
  now: new Date('2026-11-25T10:00:00Z'),
  zone: 'Europe/London',
  cities: citiesIn('Europe/London'),
  chosen: undefined,
  choices: {},
  keepsExample: false,
};
const inTheNorth = { ...cityIn('Europe/Oslo'), name: 'Ny-Ålesund', latitude: 78.92 };

test.each<[string, Partial<Known>, string | undefined]>([
  ['before the script has begun', { now: undefined }, undefined],
  ['while the cities are loaded', { cities: undefined }, undefined],
  ['when the cities could not be loaded', { cities: 'lost' }, words.stays.lost],
  ['in a zone without cities', { zone: 'UTC', cities: [] }, words.stays.zone('UTC')],
  ['where the sun does not rise', { chosen: inTheNorth }, words.stays.sun('Ny-Ålesund')],
  [
    'where the browser does not know the clocks',
    { chosen: { ...cityIn('Europe/Oslo'), zone: 'Mars/Olympus' } },
    words.stays.clocks('Oslo'),
  ],
  ['when the visitor asks for less motion', { keepsExample: true }, words.stays.motion],
])('%s the example stays', (_case, known, reason) => {
  const today = describeToday({ ...inLondon, ...known });
  expect(today).toMatchObject({ own: undefined, reason, times: equinoxDay, title: words.example });
  expect(today.status).toBe([reason, words.mosque].filter(Boolean).join(' '));
});

test('the guess is the largest city of the zone, with the difference to the others', () => {
  const today = describeToday(inLondon);
  expect(today.title).toBe(words.guessed('London'));
  expect(today.place?.choices.method).toBe('MoonsightingCommittee');
  expect(today.own?.clock).toBe('10:00');
  expect(today.status).toMatch(
    /^It is 10:00 there\. Dhuhr is at 11:\d\d\. Elsewhere in this zone up to \d+ minutes/,
  );
});

test('a chosen city is named as chosen, without the others of its zone', () => {
  const today = describeToday({ ...inLondon, chosen: cityIn('Europe/London', 'Leeds') });
  expect(today.title).toBe(words.chosen('Leeds'));
  expect(today.status).not.toContain('Elsewhere');
});

test('what the visitor chooses stands in place of what is usual', () => {
  const today = describeToday({ ...inLondon, choices: { asr: 'hanafi' } });
  expect(today.place?.choices).toEqual({ method: 'MoonsightingCommittee', asr: 'hanafi' });
  expect(today.times.asr > describeToday(inLondon).times.asr).toBe(true);
});
