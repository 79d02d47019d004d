import { expect, test } from 'vitest';
import { erasureDay, erasureReminder, isoDay } from './erasure-day.ts';

const promise = { launchedOn: null, monthsAfterLaunch: 12, latest: '2028-12-31' };
const later = new Date('2030-01-01');

test('the day of erasure is the latest date, or months after the launch if that is earlier', () => {
  const day = (launchedOn: string | null) => isoDay(erasureDay({ ...promise, launchedOn }, later));
  const [launches, days] = [
    [null, '2027-03-01', '2028-06-01', '2024-02-29', '2026-08-31'],
    ['2028-12-31', '2028-03-01', '2028-12-31', '2025-02-28', '2027-08-31'],
  ];
  expect(launches.map(day)).toEqual(days);
  expect(erasureReminder(new Date('2028-12-30T23:59:59Z'), promise)).toBeUndefined();
  const reminder = erasureReminder(new Date('2028-12-31T00:00:00Z'), promise);
  expect(reminder).toMatch(/by 2028-12-31, .*erase-expired/);
});

test.for([
  [{ latest: '2028-02-30' }, /erasure\.latest .*“2028-02-30”, is no date such as/],
  [{ launchedOn: '2031-03-01' }, /launchedOn .*2031-03-01, is to come: .*Check the year/],
] as const)('%j is reported in a sentence, and means no day', ([wrong, sentence]) => {
  expect(erasureReminder(later, { ...promise, ...wrong })).toMatch(sentence);
  expect(() => erasureDay({ ...promise, ...wrong }, later)).toThrow(sentence);
});
