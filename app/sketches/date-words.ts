import { hijriMonths } from '../../content/sketches.ts';
import type { CalendarDay } from '../prayer-day/dates.ts';
import type { HijriDay } from '../prayer-day/hijri-day.ts';

/** A day's name and its Hijri date in words; without the date in a browser that does not know that calendar. */
export function datesOf({ year, month, day }: CalendarDay, hijri: HijriDay | undefined) {
  const date = new Date(Date.UTC(year, month - 1, day));
  const weekday = date.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  return { weekday, hijri: hijri && `${hijri.day} ${hijriMonths[hijri.month - 1]}` };
}
