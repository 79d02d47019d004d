import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { calendarWords, plannerWords } from '../../content/prayer-day.ts';
import { prayerNames, prayers } from '../../content/prayers.ts';
import { cityIn } from './cities.fixture.ts';
import type { City } from './city-files.ts';
import { type CalendarDay, dayAt, timeAt } from './dates.ts';
import { calendarFile, monthCalendar } from './month-calendar.ts';
import { prayerTimes, usualChoices } from './prayer-times.ts';

/** Reads a text of RFC 5545. */
const unescaped = (text: string) =>
  text.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));

/** Parses the file with another library. */
function calendarOf(city: City, from: CalendarDay) {
  const { text, days } = monthCalendar(city, from, usualChoices(city));
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  // It does not know that these are texts, and gives them as they stand in the file: escaped.
  const textOf = (name: string) => unescaped(String(calendar.getFirstPropertyValue(name)));
  return { text, days, events, textOf };
}

test.each([
  ['Europe/London', 'the clocks go back on 25 October', { year: 2026, month: 10, day: 10 }],
  ['America/New_York', 'the clocks go forward on 8 March', { year: 2026, month: 2, day: 20 }],
  ['Pacific/Kiritimati', 'the date is a day ahead of the sun', { year: 2026, month: 12, day: 20 }],
])('another library reads the times of thirty days in %s, where %s', (zone, _why, from) => {
  const city = cityIn(zone);
  const inFile = calendarOf(city, from).events.map(({ summary, startDate }) => {
    const start = startDate.toJSDate();
    return { summary, day: dayAt(city, start), time: timeAt(city, start) };
  });
  const computed = Array.from({ length: 30 }, (_, index) => {
    const day = dayAt({ zone: 'UTC' }, new Date(Date.UTC(from.year, from.month - 1, from.day + index)));
    const times = prayerTimes(city, day, usualChoices(city));
    return prayers.map((prayer) => ({ summary: prayerNames[prayer], day, time: times?.[prayer] }));
  });
  expect(inFile).toEqual(computed.flat());
});

test('the file names its city, method and school, and no entry makes its hour busy', () => {
  const manchester = cityIn('Europe/London', 'Manchester');
  const { events, textOf } = calendarOf(manchester, { year: 2026, month: 11, day: 22 });
  const described =
    /Manchester.* Method: Moonsighting Committee\. School for Asr: Shafi‘i.* Your mosque’s timetable comes first\.$/;
  expect(textOf('x-wr-calname')).toBe('Prayer times, Manchester');
  expect(textOf('x-wr-caldesc')).toMatch(described);
  for (const event of events) {
    expect(event.description).toMatch(described);
    expect(event.location).toBe('Manchester');
    expect(event.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
  }
});

test('an entry’s UID is the same in a second file and another in another city’s', () => {
  const idsFrom = (day: number, city: string) =>
    calendarOf(cityIn('Europe/London', city), { year: 2026, month: 11, day }).events.map(({ uid }) => uid);
  const first = idsFrom(1, 'London');
  expect(new Set([...first, ...idsFrom(1, 'Manchester')]).size).toBe(300);
  expect(idsFrom(2, 'London').slice(0, 145)).toEqual(first.slice(5));
});

test('commas, semicolons, backslashes and line breaks are escaped in every line of text', () => {
  const odd = { ...cityIn('Europe/London'), name: 'Washington, D.C.; a\\b\nc' };
  const { text, textOf } = calendarOf(odd, { year: 2026, month: 11, day: 22 });
  const lines = text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => /^(NAME|X-WR-CALNAME|X-WR-CALDESC|DESCRIPTION|LOCATION|SUMMARY|PRODID):/.test(line));
  expect(lines.length).toBeGreaterThan(400);
  for (const line of lines) expect(line).not.toMatch(/(?<!\\)(?:\\\\)*[,;]/);
  for (const name of ['name', 'x-wr-calname']) expect(textOf(name)).toContain(odd.name);
  expect(textOf('x-wr-caldesc')).toContain(`for ${odd.name}, calculated`);
});

const murmansk = cityIn('Europe/Moscow', 'Murmansk');

test('a file leaves out the days without times, and says how many they are', () => {
  const { days, events, textOf } = calendarOf(murmansk, { year: 2026, month: 11, day: 20 });
  expect(days).toBeGreaterThan(0);
  expect(days).toBeLessThan(30);
  expect(events).toHaveLength(days * prayers.length);
  expect(textOf('x-wr-caldesc')).toContain(calendarWords.leftOut(30 - days));
});

test('a file of a whole month says nothing of days left out', () => {
  const { days, textOf } = calendarOf(murmansk, { year: 2026, month: 3, day: 1 });
  expect(days).toBe(30);
  expect(textOf('x-wr-caldesc')).not.toContain('left out');
});

test('what is said of a saved file names its days', () => {
  expect(plannerWords.made({ file: 'a.ics', days: 30 })).toContain('thirty days, from today');
  expect(plannerWords.made({ file: 'a.ics', days: 6 })).toContain('6 of the next thirty days');
});

test('a file has a name without marks', () => {
  const file = calendarFile('São Paulo', { year: 2026, month: 11, day: 25 });
  expect(file).toBe('prayer-times-sao-paulo-2026-11.ics');
});
