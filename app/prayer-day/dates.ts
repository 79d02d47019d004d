import { minutesInDay } from '../clock/clock.ts';

/** In milliseconds. */
export const minuteLength = 60_000;
/** In milliseconds. A date may be an hour longer or shorter on the clock, but the sun's day is not. */
export const dayLength = minutesInDay * minuteLength;

/** A date of the Gregorian calendar; January is 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached, because making one takes longer than computing a day. Undefined if the zone is not known. */
function formatAt(zone: string, fields: typeof time | typeof date, instant: Date): string | undefined {
  const key = zone + Object.keys(fields);
  try {
    const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: zone });
    formats.set(key, format);
    return format.format(instant);
  } catch {
    return undefined;
  }
}

/** The local time at a place, 'HH:MM'. Undefined in a browser that does not know the place's zone yet. */
export const timeAt = ({ zone }: { zone: string }, instant: Date) => formatAt(zone, time, instant);

/** The local date at a place; the UTC date in a browser that does not know the place's zone yet. */
export function dayAt({ zone }: { zone: string }, instant: Date): CalendarDay {
  const formatted = formatAt(zone, date, instant) ?? formatAt('UTC', date, instant) ?? '';
  const [day = 0, month = 0, year = 0] = formatted.split('/').map(Number);
  return { year, month, day };
}

const utc = ({ year, month, day }: CalendarDay) => new Date(Date.UTC(year, month - 1, day));

/** The date some days later, or earlier if `days` is negative. Days are counted, not hours: a day may have 23 or 25 of them. */
export const addDays = (from: CalendarDay, days: number): CalendarDay =>
  dayAt({ zone: 'UTC' }, utc({ ...from, day: from.day + days }));

/** '2026-11-25' */
export const isoDay = (day: CalendarDay): string => utc(day).toISOString().slice(0, 10);

/** '25 November 2026' */
export const longDay = (day: CalendarDay): string =>
  utc(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
