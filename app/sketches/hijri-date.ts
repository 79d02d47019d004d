import { hijriMonths } from '../../content/sketches.ts';
import type { CalendarDay } from '../prayer-day/dates.ts';

const calendar = 'islamic-umalqura';

/** A day's name and its date by the Umm al-Qura calendar, without the date in a browser that does not know that calendar. */
export function datesOf({ year, month, day }: CalendarDay): { weekday: string; hijri: string | undefined } {
  const date = new Date(Date.UTC(year, month - 1, day));
  const weekday = date.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  });
  if (format.resolvedOptions().calendar !== calendar) return { weekday, hijri: undefined };
  const parts = format.formatToParts(date);
  const numberOf = (type: 'day' | 'month') => Number(parts.find((part) => part.type === type)?.value);
  return { weekday, hijri: `${numberOf('day')} ${hijriMonths[numberOf('month') - 1]}` };
}
