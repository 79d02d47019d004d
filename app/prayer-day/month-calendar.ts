import ical, { ICalEventTransparency } from 'ical-generator';
import { asrWords, methodWords, calendarWords as words } from '../../content/prayer-day.ts';
import { prayerNames, prayers } from '../../content/prayers.ts';
import { site } from '../../content/site.ts';
import type { Place } from './cities.ts';
import { addDays, type CalendarDay, dayAt, isoDay } from './clock.ts';
import { type Choices, prayerMoments } from './prayer-times.ts';

const days = 30;
/** Length of an entry in minutes: enough to be visible in a calendar. */
const entryMinutes = 15;
/** Milliseconds until the file's URL is revoked: long enough for any browser to have begun the download. */
const revokeDelay = 60_000;

/**
 * The five prayer times at a place, for thirty days from a date, as an iCalendar file (RFC 5545).
 * The times are instants (UTC), which every calendar shows in its owner's time zone: they stay right when the clocks
 * change, and the file needs no time zone rules. Days without times are left out. An entry keeps its UID, so the next
 * month's file, or one by another method, replaces it instead of duplicating it.
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
  for (let index = 0; index < days; index += 1) {
    const day = addDays(from, index);
    const moments = prayerMoments(place, day, choices);
    if (!moments) continue;
    for (const prayer of prayers) {
      const start = moments[prayer];
      calendar.createEvent({
        id: `${isoDay(day)}-${prayer}-${nameOf(city)}@${zone}`,
        start,
        end: new Date(start.getTime() + entryMinutes * 60_000),
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
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(blob),
    download: file,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay);
  return file;
}
