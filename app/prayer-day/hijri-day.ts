import type { CalendarDay } from './dates.ts';

/** A date of the Umm al-Qura calendar; Muharram is month 1. */
export interface HijriDay {
  readonly month: number;
  readonly day: number;
}

const calendar = 'islamic-umalqura';

// Made once, because making a format takes longer than using it.
const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
});

/**
 * A date by the Umm al-Qura calendar.
 * @returns undefined in a browser that does not know this calendar: it would give the Gregorian date instead
 */
export function hijriDay({ year, month, day }: CalendarDay): HijriDay | undefined {
  if (format.resolvedOptions().calendar !== calendar) return undefined;
  const parts = format.formatToParts(Date.UTC(year, month - 1, day));
  const numberOf = (type: 'day' | 'month') => Number(parts.find((part) => part.type === type)?.value);
  return { month: numberOf('month'), day: numberOf('day') };
}
