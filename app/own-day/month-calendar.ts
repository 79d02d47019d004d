import ical, { ICalEventTransparency } from 'ical-generator';
import { site } from '../../content/site.ts';
import type { CalendarDay } from './calendar-day.ts';
import type { Place } from './places.ts';
import { type Choices, prayerMoments } from './prayer-times.ts';

const prayers = { fajr: 'Fajr', dhuhr: 'Dhuhr', asr: 'Asr', maghrib: 'Maghrib', isha: 'Isha' } as const;
const days = 30;
/** Length of an entry in minutes: enough to be visible in a calendar. */
const entryMinutes = 15;

/** Shown above the entries and in each, on one line: the words should name the city and the method. */
interface CalendarWords {
  name: string;
  description: string;
}

/**
 * The five prayer times at a place, for thirty days from a date, as an iCalendar file (RFC 5545).
 * The times are instants (UTC), which every calendar shows in its owner's time zone: they stay right when the clocks
 * change, and the file needs no time zone rules. Days without times are left out. An entry keeps its UID, so the next
 * month's file, or one by another method, replaces it instead of duplicating it.
 */
export function monthCalendar(
  place: Place,
  from: CalendarDay,
  choices: Choices,
  { name, description }: CalendarWords,
): string {
  const calendar = ical({ name, description, prodId: { company: site.name, product: 'Prayer times' } });
  for (let index = 0; index < days; index += 1) {
    const date = new Date(Date.UTC(from.year, from.month - 1, from.day + index));
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const moments = prayerMoments(place, day, choices);
    if (!moments) continue;
    for (const [prayer, summary] of Object.entries(prayers)) {
      const start = moments[prayer as keyof typeof prayers];
      calendar.createEvent({
        id: `${date.toISOString().slice(0, 10)}-${prayer}@${place.zone}`,
        start,
        end: new Date(start.getTime() + entryMinutes * 60_000),
        summary,
        description,
        location: place.city,
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  return calendar.toString();
}
