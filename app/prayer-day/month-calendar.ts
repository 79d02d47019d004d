import ical, { escape as escapeText, ICalEventTransparency } from 'ical-generator';
import { type Choices, calendarWords } from '../../content/prayer-day.ts';
import { prayerNames, prayers } from '../../content/prayers.ts';
import { name } from '../../content/site.ts';
import type { City } from './city-files.ts';
import { addDays, type CalendarDay, dayAt, isoDay, minuteLength } from './dates.ts';
import { type Place, prayerMoments } from './prayer-times.ts';

/** How many days a file covers, in days of the calendar. */
const monthLength = 30;
/** Length of an entry in milliseconds: enough to be visible in a calendar. */
const entryLength = 15 * minuteLength;

/** Escapes commas, semicolons, backslashes and line breaks (RFC 5545, 3.3.11). */
const escaped = (text: string) => escapeText(text, false);

/** An iCalendar file, and how many of its thirty days have prayer times. */
export interface MonthCalendar {
  readonly text: string;
  readonly days: number;
}

/**
 * The five prayer times at a place, for thirty days from a date, as an iCalendar file (RFC 5545). The times are instants (UTC),
 * which stay right when the clocks change. Days without times are left out, and the file says so. An entry keeps its UID, so
 * the next month's file, or one by another method, replaces it instead of duplicating it.
 */
export function monthCalendar(city: City, from: CalendarDay, choices: Choices): MonthCalendar {
  const month = Array.from({ length: monthLength }, (_, index) => addDays(from, index));
  const days = month.flatMap((day) => {
    const moments = prayerMoments(city, day, choices);
    return moments ? [{ day, moments }] : [];
  });
  const description = calendarWords.description(city.name, choices);
  const missing = monthLength - days.length;
  // ical-generator escapes the texts of an entry, but not those of the calendar itself.
  const calendar = ical({
    name: escaped(calendarWords.name(city.name)),
    description: escaped(missing > 0 ? `${description} ${calendarWords.leftOut(missing)}` : description),
    prodId: { company: escaped(name), product: 'Prayer times' },
  });
  for (const { day, moments } of days) {
    for (const prayer of prayers) {
      const start = moments[prayer];
      calendar.createEvent({
        id: `${isoDay(day)}-${prayer}-${nameOf(city.name)}@${city.zone}`,
        start,
        end: new Date(start.getTime() + entryLength),
        summary: prayerNames[prayer],
        description,
        location: city.name,
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  return { text: calendar.toString(), days: days.length };
}

/** A city's name for files: lower case, letters without marks, hyphens. */
const nameOf = (city: string) =>
  city
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}|’/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** 'prayer-times-sao-paulo-2026-11.ics' */
export const calendarFile = (city: string, from: CalendarDay): string =>
  `prayer-times-${nameOf(city)}-${isoDay(from).slice(0, 7)}.ics`;

/**
 * Makes a file of thirty days of prayer times from today on and downloads it.
 * @returns the file's name, and how many of its days have times
 */
export function downloadMonth({ city, choices }: Place) {
  const today = dayAt(city, new Date());
  const file = calendarFile(city.name, today);
  const { text, days } = monthCalendar(city, today, choices);
  const href = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  Object.assign(document.createElement('a'), { href, download: file }).click();
  // By then any browser has begun the download.
  setTimeout(() => URL.revokeObjectURL(href), minuteLength);
  return { file, days };
}
