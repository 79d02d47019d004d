import ical, { ICalEventTransparency } from 'ical-generator';
import { asrWords, methodWords, calendarWords as words } from '../../content/prayer-day.ts';
import { prayerNames, prayers } from '../../content/prayers.ts';
import { site } from '../../content/site.ts';
import type { Place } from './cities.ts';
import { addDays, type CalendarDay, dayAt, isoDay } from './clock.ts';
import { type Choices, prayerMoments } from './prayer-times.ts';

/** Length of an entry in milliseconds: enough to be visible in a calendar. */
const entryLength = 15 * 60_000;

/**
 * The five prayer times at a place, for thirty days from a date, as an iCalendar file (RFC 5545). The times are instants (UTC),
 * which stay right when the clocks change. Days without times are left out. An entry keeps its UID, so the next month's file,
 * or one by another method, replaces it instead of duplicating it.
 */
export function monthCalendar(place: Place, from: CalendarDay, choices: Choices): string {
  const { city, zone } = place;
  // On one line: ical-generator does not escape a line break in the calendar's own description.
  const description = words.description(city, methodWords[choices.method].name, asrWords[choices.asr].name);
  const calendar = ical({
    name: words.name(city),
    description,
    prodId: { company: site.name, product: 'Prayer times' },
  });
  for (let index = 0; index < 30; index += 1) {
    const day = addDays(from, index);
    const moments = prayerMoments(place, day, choices);
    if (!moments) continue;
    for (const prayer of prayers) {
      const start = moments[prayer];
      calendar.createEvent({
        id: `${isoDay(day)}-${prayer}-${nameOf(city)}@${zone}`,
        start,
        end: new Date(start.getTime() + entryLength),
        summary: prayerNames[prayer],
        description,
        location: city,
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  return calendar.toString();
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

/** Makes thirty days of prayer times from today on and downloads them. Returns the file's name. */
export function downloadMonth(place: Place, choices: Choices): string {
  const today = dayAt(place, new Date());
  const file = calendarFile(place.city, today);
  const blob = new Blob([monthCalendar(place, today, choices)], { type: 'text/calendar' });
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: file }).click();
  // By then any browser has begun the download.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return file;
}
