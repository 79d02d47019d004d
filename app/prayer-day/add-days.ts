import type { CalendarDay } from './calendar-day.ts';

/** The date some days later, or earlier if `days` is negative. Days are counted, not hours: a day may have 23 or 25 of them. */
export function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
