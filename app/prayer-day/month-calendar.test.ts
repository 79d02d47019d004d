import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { prayers } from '../../content/prayers.ts';
import { placeIn } from './cities.fixture.ts';
import type { Place } from './cities.ts';
import { type CalendarDay, dayAt, timeAt } from './clock.ts';
import { usualChoices } from './methods.ts';
import { calendarFile, monthCalendar } from './month-calendar.ts';
import { prayerTimes } from './prayer-times.ts';

/** Parses the file with another library. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)),
  };
}

const calendarOf = (place: Place, from: CalendarDay) => monthCalendar(place, from, usualChoices(place));

test.each([
  ['Europe/London', 'the clocks go back on 25 October', { year: 2026, month: 10, day: 10 }],
  ['America/New_York', 'the clocks go forward on 8 March', { year: 2026, month: 2, day: 20 }],
  ['Africa/Cairo', 'the clocks go forward at midnight on 24 April', { year: 2026, month: 4, day: 10 }],
  ['Asia/Jakarta', 'the clocks never change', { year: 2026, month: 10, day: 10 }],
  ['Pacific/Kiritimati', 'the date is a day ahead of the sun', { year: 2026, month: 12, day: 20 }],
])('another library reads the times of thirty days in %s, where %s', (zone, _why, from) => {
  const place = placeIn(zone);
  const { events } = read(calendarOf(place, from));
  const inFile = events.map(({ summary, startDate }) => {
    const start = startDate.toJSDate();
    return { summary, day: dayAt(place, start), time: timeAt(place, start) };
  });
  const computed = Array.from({ length: 30 }, (_, index) => {
    const day = dayAt({ zone: 'UTC' }, new Date(Date.UTC(from.year, from.month - 1, from.day + index)));
    const times = prayerTimes(place, day, usualChoices(place));
    return prayers.map((prayer) => ({
      summary: prayer[0]?.toUpperCase() + prayer.slice(1),
      day,
      time: times?.[prayer],
    }));
  });
  expect(inFile).toEqual(computed.flat());
});

test('the file names its city, method and school, and whose timetable comes first', () => {
  const manchester = placeIn('Europe/London', 'Manchester');
  const { calendar, events } = read(calendarOf(manchester, { year: 2026, month: 11, day: 22 }));
  const described =
    /Manchester.* Method: Moonsighting Committee\. School for Asr: Shafi‘i.* Your mosque’s timetable comes first\.$/;
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Prayer times, Manchester');
  expect(calendar.getFirstPropertyValue('x-wr-caldesc')).toMatch(described);
  expect(events).toHaveLength(150);
  for (const event of events) {
    expect(event.description).toMatch(described);
    expect(event.location).toBe('Manchester');
  }
});

test('Manchester’s Dhuhr in the file is nine minutes after London’s, and its entries are others', () => {
  const from = { year: 2026, month: 11, day: 25 };
  const [one, other] = ['London', 'Manchester'].map((city) =>
    read(calendarOf(placeIn('Europe/London', city), from)).events.filter(
      ({ summary }) => summary === 'Dhuhr',
    ),
  );
  const apart = one?.map(
    (event, index) => Number(other?.[index]?.startDate.toUnixTime()) - event.startDate.toUnixTime(),
  );
  expect(new Set(apart?.map((seconds) => Math.round(seconds / 60)))).toEqual(new Set([8, 9]));
  expect(one?.map(({ uid }) => uid).filter((uid) => other?.some((event) => event.uid === uid))).toEqual([]);
});

test.each([
  ['São Paulo', 'prayer-times-sao-paulo-2026-11.ics'],
  ['Makkah (Mecca)', 'prayer-times-makkah-mecca-2026-11.ics'],
  ['Ta’izz', 'prayer-times-taizz-2026-11.ics'],
])('the file for %s is %s', (city, name) => {
  expect(calendarFile(city, { year: 2026, month: 11, day: 25 })).toBe(name);
});

test('every entry has a UID of its own, which a second file repeats', () => {
  const idsFrom = (day: number) =>
    read(calendarOf(placeIn('Asia/Jakarta'), { year: 2026, month: 11, day })).events.map(({ uid }) => uid);
  const [first, second] = [idsFrom(1), idsFrom(2)];
  expect(new Set(first).size).toBe(150);
  expect(second.slice(0, 145)).toEqual(first.slice(5));
});

test('an entry does not make its hour busy', () => {
  const { events } = read(calendarOf(placeIn('Asia/Jakarta'), { year: 2026, month: 11, day: 1 }));
  const transparencies = events.map(({ component }) => component.getFirstPropertyValue('transp'));
  expect(new Set(transparencies)).toEqual(new Set(['TRANSPARENT']));
});

test('lines are folded as RFC 5545 asks', () => {
  const text = calendarOf(placeIn('Europe/London'), { year: 2026, month: 11, day: 22 });
  const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
  expect(longest).toBeLessThanOrEqual(75);
});

test('days without times are left out', () => {
  const tromso = { zone: 'Europe/Oslo', city: 'Tromsø', country: 'NO', latitude: 69.65, longitude: 18.96 };
  const { events } = read(calendarOf(tromso, { year: 2026, month: 10, day: 25 }));
  expect(events.length).toBeGreaterThan(0);
  expect(events.length).toBeLessThan(150);
  expect(events.length % 5).toBe(0);
});
