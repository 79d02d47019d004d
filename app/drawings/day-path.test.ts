import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfTest } from '../../tests/support/random.ts';
import { clockOf, type DayFrame, type DayTimes, dayPath, equinoxDay, minutesOf } from './day-path.ts';

const frame: DayFrame = { left: 0, right: 1000, horizon: 300, top: 100, margin: 30 };

const clock = (minute: number) => clockOf(Math.round(minute));
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Hour angle in minutes at which the sun stands at an altitude; undefined where it never does that day. */
function minutesFromNoon(latitude: number, declination: number, altitude: number): number | undefined {
  const [phi, delta, height] = [radians(latitude), radians(declination), radians(altitude)];
  const cosine = (Math.sin(height) - Math.sin(phi) * Math.sin(delta)) / (Math.cos(phi) * Math.cos(delta));
  return Math.abs(cosine) > 1 ? undefined : (Math.acos(cosine) * 4 * 180) / Math.PI;
}

/**
 * A day's times from the sun itself: Fajr and Isha at 18 degrees below the horizon (or, where night never comes that
 * deep, a seventh of the night from its ends), Asr when a shadow has grown by its object's length.
 */
function timesAt(latitude: number, declination: number, noon: number): DayTimes | undefined {
  const half = minutesFromNoon(latitude, declination, -0.833);
  const asrAltitude =
    (Math.atan(1 / (1 + Math.tan(radians(Math.abs(latitude - declination))))) * 180) / Math.PI;
  const asr = minutesFromNoon(latitude, declination, asrAltitude);
  if (half === undefined || asr === undefined) return undefined;
  const twilight = minutesFromNoon(latitude, declination, -18) ?? half + (1440 - 2 * half) / 7;
  return {
    fajr: clock(noon - twilight),
    sunrise: clock(noon - half),
    dhuhr: clock(noon + 3),
    asr: clock(noon + asr),
    maghrib: clock(noon + half),
    isha: clock(noon + twilight),
  };
}

function expectTheSunToBeRight(times: DayTimes) {
  const day = dayPath(times, frame);
  const { fajr, sunrise, dhuhr, asr, maghrib, isha } = day.minutes;
  expect(day.point('sunrise').y).toBeCloseTo(frame.horizon, 9);
  expect(day.point('maghrib').y).toBeCloseTo(frame.horizon, 9);
  expect(day.at(day.noon).y).toBeCloseTo(frame.top, 9);
  expect(dhuhr).toBeGreaterThan(day.noon);
  expect(day.height(dhuhr)).toBeGreaterThan(0.9);
  expect(day.height(asr)).toBeGreaterThan(0);
  expect(day.height(asr)).toBeLessThan(day.height(dhuhr));
  expect(day.height(fajr)).toBeLessThan(0);
  expect(day.height(isha)).toBeLessThan(0);
  const across = [fajr, sunrise, dhuhr, asr, maghrib, isha].map((minute) => day.at(minute).x);
  expect(across).toEqual(across.toSorted((a, b) => a - b));
  expect(day.at(day.start).x).toBeCloseTo(frame.left, 9);
  expect(day.at(day.end).x).toBeCloseTo(frame.right, 9);
}

test('the day of the drawings has its prayers where the sun puts them', () => {
  expectTheSunToBeRight(equinoxDay);
  expect(dayPath(equinoxDay, frame).height(minutesOf(equinoxDay.asr))).toBeGreaterThan(0.5);
});

test.each([
  ['Makkah at midsummer', 21.42, 23.43],
  ['Makkah at midwinter', 21.42, -23.43],
  ['Jakarta at the equinox', -6.2, 0],
  ['Cape Town at midwinter', -33.92, 23.43],
  ['Istanbul in late autumn', 41.01, -18],
  ['London at midsummer, where Isha falls after midnight', 51.51, 23.43],
  ['London at midwinter', 51.51, -23.43],
  ['Oslo at midsummer, where the sun is hardly gone', 59.91, 23.43],
  ['Oslo at midwinter', 59.91, -23.43],
  ['Tromsø in early autumn', 69.65, 4],
])('the sun is right in %s', (_place, latitude, declination) => {
  const times = timesAt(latitude, declination, 12 * 60 + 50);
  expect(times).toBeDefined();
  if (times) expectTheSunToBeRight(times);
});

test('the sun is right wherever it rises and sets, in every season', () => {
  const place = fc.record({
    latitude: fc.double({ min: -66, max: 66, noNaN: true }),
    declination: fc.double({ min: -23.43, max: 23.43, noNaN: true }),
    noon: fc.integer({ min: 11 * 60, max: 14 * 60 }),
  });
  fc.assert(
    fc.property(place, ({ latitude, declination, noon }) => {
      const times = timesAt(latitude, declination, noon);
      fc.pre(times !== undefined);
      // Sunrise and Maghrib are rounded to minutes: a day needs to be longer than that to have a shape.
      fc.pre(times !== undefined && (minutesOf(times.maghrib) - minutesOf(times.sunrise) + 1440) % 1440 > 90);
      if (times) expectTheSunToBeRight(times);
    }),
    { numRuns: 2000, seed: seedOfTest() },
  );
});

test('the line runs through the points it is drawn between', () => {
  const day = dayPath(equinoxDay, frame);
  const numbers =
    day
      .line(day.minutes.sunrise, day.minutes.maghrib)
      .match(/-?[\d.]+/g)
      ?.map(Number) ?? [];
  expect(numbers.slice(0, 2)).toEqual(
    [day.point('sunrise').x, day.point('sunrise').y].map((v) => +v.toFixed(1)),
  );
  expect(numbers.slice(-2)).toEqual(
    [day.point('maghrib').x, day.point('maghrib').y].map((v) => +v.toFixed(1)),
  );
});

test('between its points the line deviates from the sine by less than a hundredth of its height', () => {
  const day = dayPath(equinoxDay, frame);
  const { sunrise, maghrib } = day.minutes;
  const numbers =
    day
      .line(sunrise, maghrib)
      .match(/-?[\d.]+/g)
      ?.map(Number) ?? [];
  const pieces = (numbers.length - 2) / 6;
  for (let piece = 0; piece < pieces; piece += 1) {
    const [, y0, , y1, , y2, , y3] = numbers.slice(piece * 6, piece * 6 + 8) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const middle = (y0 + 3 * y1 + 3 * y2 + y3) / 8;
    const minute = sunrise + ((piece + 0.5) * (maghrib - sunrise)) / pieces;
    expect(Math.abs(middle - day.at(minute).y)).toBeLessThan(2);
  }
});

test.each([
  [0, '00:00'],
  [-1, '23:59'],
  [-90, '22:30'],
  [1439, '23:59'],
  [1440, '00:00'],
  [1505, '01:05'],
])('on a clock the minute %i of a day is %s', (minute, time) => {
  expect(clockOf(minute)).toBe(time);
});

test('a text that is not a time of day is refused, and the error quotes it', () => {
  expect(() => dayPath({ ...equinoxDay, asr: '25:10' }, frame)).toThrow("'25:10' is not a time of day");
});

test('times that do not follow one another within a day are refused', () => {
  expect(() => dayPath({ ...equinoxDay, asr: '04:55' }, frame)).toThrow('do not fit into one day');
});

test('an arc that begins and ends above its horizon is as high as its frame says', () => {
  const day = dayPath(equinoxDay, { left: 0, right: 400, horizon: 484, top: 122, margin: -80 });
  expect(day.at(day.noon).y).toBeCloseTo(122);
  expect(day.point('sunrise').y).toBeCloseTo(484);
  expect(day.point('dhuhr').y).toBeLessThan(124);
});
