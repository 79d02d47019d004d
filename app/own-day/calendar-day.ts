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

/** Making a format takes longer than computing a day: they are kept. Undefined where the zone is not known. */
function show({ zone }: Zone, fields: typeof time | typeof date, moment: Date): string | undefined {
  const key = zone + Object.keys(fields);
  try {
    const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: zone });
    formats.set(key, format);
    return format.format(moment);
  } catch {
    return undefined;
  }
}

/** The clock at a place at a moment, 'HH:MM'. Undefined in a browser that does not know the place's zone yet. */
export const timeAt = (place: Zone, moment: Date): string | undefined => show(place, time, moment);

/** The date at a place at a moment; that of UTC in a browser that does not know the place's zone yet. */
export function dayAt(place: Zone, moment: Date): CalendarDay {
  const shown = show(place, date, moment) ?? show({ zone: 'UTC' }, date, moment) ?? '';
  const [day = 0, month = 0, year = 0] = shown.split('/').map(Number);
  return { year, month, day };
}
