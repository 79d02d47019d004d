import { expect, test } from 'vitest';
import { momentOfLocalTime } from './local-time.ts';

test.for([
  ['2027-01-05T09:00', 'Europe/London', '2027-01-05T09:00:00.000Z'],
  ['2027-07-05T09:00', 'Europe/London', '2027-07-05T08:00:00.000Z'],
  ['2027-01-05T09:00', 'Asia/Karachi', '2027-01-05T04:00:00.000Z'],
  ['2027-01-05T00:15', 'Asia/Kathmandu', '2027-01-04T18:30:00.000Z'],
  ['2027-01-05T09:00', 'Pacific/Kiritimati', '2027-01-04T19:00:00.000Z'],
] as const)('%s in %s is %s', ([local, zone, moment]) => {
  expect(momentOfLocalTime(local, zone).toISOString()).toBe(moment);
});

test('a time that a clock never shows, or shows twice, is refused in a sentence', () => {
  expect(() => momentOfLocalTime('2027-03-28T01:30', 'Europe/London')).toThrow(
    'does not exist in Europe/London',
  );
  expect(() => momentOfLocalTime('2027-10-31T01:30', 'Europe/London')).toThrow(
    'comes twice in Europe/London, because the clocks go back then: choose another time, or name the moment in UTC, as 2027-10-31T00:30Z.',
  );
});
