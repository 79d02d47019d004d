import ical, { ICalEventTransparency } from 'ical-generator';
import { prayerNames, prayers } from '../../content/prayers.ts';
import { site } from '../../content/site.ts';
import { addDays } from './add-days.ts';
import type { CalendarDay } from './calendar-day.ts';
import type { Place } from './places.ts';
import { type Choices, prayerMoments } from './prayer-times.ts';

const days = 30;
/** Length of an entry in minutes: enough to be visible in a calendar. */
const entryMinutes = 15;

interface CalendarWords {
  /** Shown above the entries and in each, on one line: the words should name the city and the method. */
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
    const day = addDays(from, index);
    const moments = prayerMoments(place, day, choices);
    if (!moments) continue;
    const date = new Date(Date.UTC(day.year, day.month - 1, day.day)).toISOString().slice(0, 10);
    for (const prayer of prayers) {
      const start = moments[prayer];
      calendar.createEvent({
        id: `${date}-${prayer}@${place.zone}`,
        start,
        end: new Date(start.getTime() + entryMinutes * 60_000),
        summary: prayerNames[prayer],
        description,
        location: place.city,
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  return calendar.toString();
}
