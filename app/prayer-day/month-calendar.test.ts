import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { prayerNames, prayers } from '../../content/prayers.ts';
import { placeIn } from './cities.fixture.ts';
import type { Place } from './cities.ts';
import { type CalendarDay, dayAt, timeAt } from './clock.ts';
import { calendarFile, monthCalendar } from './month-calendar.ts';
import { prayerTimes, usualChoices } from './prayer-times.ts';

/** Parses the file with another library. */
function calendarOf(place: Place, from: CalendarDay) {
  const calendar = new ICAL.Component(ICAL.parse(monthCalendar(place, from, usualChoices(place))));
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  return { calendar, events };
}

test.each([
  ['Europe/London', 'the clocks go back on 25 October', { year: 2026, month: 10, day: 10 }],
  ['America/New_York', 'the clocks go forward on 8 March', { year: 2026, month: 2, day: 20 }],
  ['Pacific/Kiritimati', 'the date is a day ahead of the sun', { year: 2026, month: 12, day: 20 }],
])('another library reads the times of thirty days in %s, where %s', (zone, _why, from) => {
  const place = placeIn(zone);
  const inFile = calendarOf(place, from).events.map(({ summary, startDate }) => {
    const start = startDate.toJSDate();
    return { summary, day: dayAt(place, start), time: timeAt(place, start) };
  });
  const computed = Array.from({ length: 30 }, (_, index) => {
    const day = dayAt({ zone: 'UTC' }, new Date(Date.UTC(from.year, from.month - 1, from.day + index)));
    const times = prayerTimes(place, day, usualChoices(place));
    return prayers.map((prayer) => ({ summary: prayerNames[prayer], day, time: times?.[prayer] }));
  });
  expect(inFile).toEqual(computed.flat());
});

test('the file names its city, method and school, and whose timetable comes first; no entry makes its hour busy', () => {
  const manchester = placeIn('Europe/London', 'Manchester');
  const { calendar, events } = calendarOf(manchester, { year: 2026, month: 11, day: 22 });
  const described =
    /Manchester.* Method: Moonsighting Committee\. School for Asr: Shafi‘i.* Your mosque’s timetable comes first\.$/;
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Prayer times, Manchester');
  expect(calendar.getFirstPropertyValue('x-wr-caldesc')).toMatch(described);
  for (const event of events) {
    expect(event.description).toMatch(described);
    expect(event.location).toBe('Manchester');
    expect(event.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
  }
});

test('every entry has a UID of its own, which a second file repeats and another city’s does not', () => {
  const idsFrom = (day: number, city: string) =>
    calendarOf(placeIn('Europe/London', city), { year: 2026, month: 11, day }).events.map(({ uid }) => uid);
  const first = idsFrom(1, 'London');
  expect(new Set([...first, ...idsFrom(1, 'Manchester')]).size).toBe(300);
  expect(idsFrom(2, 'London').slice(0, 145)).toEqual(first.slice(5));
});

test('days without times are left out, and a file has a name without marks', () => {
  const tromso = { zone: 'Europe/Oslo', city: 'Tromsø', country: 'NO', latitude: 69.65, longitude: 18.96 };
  const { events } = calendarOf(tromso, { year: 2026, month: 10, day: 25 });
  expect(events.length).toBeGreaterThan(0);
  expect(events.length).toBeLessThan(150);
  expect(events.length % 5).toBe(0);
  const file = calendarFile('São Paulo', { year: 2026, month: 11, day: 25 });
  expect(file).toBe('prayer-times-sao-paulo-2026-11.ics');
});
