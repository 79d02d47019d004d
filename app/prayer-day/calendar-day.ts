import type { Place } from './places.ts';

/** A date of the Gregorian calendar; January is 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

type Zone = Pick<Place, 'zone'>;

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
