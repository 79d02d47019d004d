import ical, { ICalEventTransparency } from 'ical-generator';
import { site } from '../../content/site.ts';
import type { CalendarDay } from './calendar-day.ts';
import type { Place } from './places.ts';
import { type Choices, prayerMoments } from './prayer-times.ts';

const prayers = { fajr: 'Fajr', dhuhr: 'Dhuhr', asr: 'Asr', maghrib: 'Maghrib', isha: 'Isha' } as const;
export const daysInMonth = 30;

/**
 * The five prayer times of thirty days as an iCalendar file (RFC 5545), from a date at a place on.
 * Times are instants (UTC), which every calendar shows on its own clock: right at a change to summer time, and without
 * a copy of the zone's rules in the file. Days without times are left out.
 */
export function monthCalendar(
  place: Place,
  from: CalendarDay,
  choices: Choices,
  words: { name: string; description: string },
): string {
  const calendar = ical({
    name: words.name,
    description: words.description,
    prodId: { company: site.name, product: 'prayer times', language: 'EN' },
  });
  const made = new Date();
  for (let index = 0; index < daysInMonth; index += 1) {
    const date = new Date(Date.UTC(from.year, from.month - 1, from.day + index));
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const times = prayerMoments(place, day, choices);
    if (!times) continue;
    for (const [prayer, summary] of Object.entries(prayers)) {
      const start = times[prayer as keyof typeof prayers];
      calendar.createEvent({
        id: `${date.toISOString().slice(0, 10)}-${prayer}-${place.zone}`,
        stamp: made,
        start,
        end: new Date(start.getTime() + 15 * 60_000),
        summary,
        description: words.description,
        location: place.city,
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  return calendar.toString();
}
