import { type DayMoment, dayMoments } from '../../content/prayers.ts';
import { type DayTimes, minutesOf, minutesOfDay } from '../drawings/day-path.ts';

/** A date of the Gregorian calendar; January is 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface Zone {
  readonly zone: string;
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached, because making one takes longer than computing a day. Undefined if the zone is not known. */
function formatAt({ zone }: Zone, fields: typeof time | typeof date, moment: Date): string | undefined {
  const key = zone + Object.keys(fields);
  try {
    const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: zone });
    formats.set(key, format);
    return format.format(moment);
  } catch {
    return undefined;
  }
}

/** The local time at a place, 'HH:MM'. Undefined in a browser that does not know the place's zone yet. */
export const timeAt = (place: Zone, moment: Date): string | undefined => formatAt(place, time, moment);

/** The local date at a place; the UTC date in a browser that does not know the place's zone yet. */
export function dayAt(place: Zone, moment: Date): CalendarDay {
  const formatted = formatAt(place, date, moment) ?? formatAt({ zone: 'UTC' }, date, moment) ?? '';
  const [day = 0, month = 0, year = 0] = formatted.split('/').map(Number);
  return { year, month, day };
}

const utc = ({ year, month, day }: CalendarDay) => new Date(Date.UTC(year, month - 1, day));

/** The date some days later, or earlier if `days` is negative. Days are counted, not hours: a day may have 23 or 25 of them. */
export function addDays(from: CalendarDay, days: number): CalendarDay {
  const moved = utc({ ...from, day: from.day + days });
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** '2026-11-25' */
export const isoDay = (day: CalendarDay): string => utc(day).toISOString().slice(0, 10);

/** '25 November 2026' */
export const longDay = (day: CalendarDay): string =>
  utc(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const minutesInDay = 24 * 60;

/**
 * The moment that comes next at a time of day, 'HH:MM'. After midnight it may still be the Isha of the day before, if that is so
 * late; after Isha it is the Fajr of the next morning.
 * @param before the times of the day before, if it has any
 * @param after the times of the day after, if it has any
 */
export function nextPrayer(
  clock: string,
  today: DayTimes,
  before: DayTimes | undefined,
  after: DayTimes | undefined,
): { moment: DayMoment; at: string; isTomorrow: boolean } {
  const now = minutesOf(clock);
  if (before && minutesOfDay(before).isha - minutesInDay > now) {
    return { moment: 'isha', at: before.isha, isTomorrow: false };
  }
  const minutes = minutesOfDay(today);
  const next = dayMoments.find((moment) => minutes[moment] > now);
  if (next) return { moment: next, at: today[next], isTomorrow: minutes[next] >= minutesInDay };
  return { moment: 'fajr', at: (after ?? today).fajr, isTomorrow: true };
}
