import type { Place } from './places.ts';

/** A date of the Gregorian calendar; January is 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A place's clock, as 'HH:MM'. Undefined in a browser that does not know its zone yet. */
export function clockOf({ zone }: Place): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    return undefined;
  }
}

/** The date at a place at a moment; that of UTC in a browser that does not know its zone. */
export function dayAt({ zone }: Place, moment: Date): CalendarDay {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', calendar: 'gregory' } as const;
  const format = (timeZone: string) => new Intl.DateTimeFormat('en', { ...fields, timeZone });
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = format(zone);
  } catch {
    formatter = format('UTC');
  }
  const parts = Object.fromEntries(
    formatter.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  return { year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0 };
}

/** The time at a place at a moment, 'HH:MM'. Undefined in a browser that does not know its zone. */
export function timeAt(place: Place, moment: Date): string | undefined {
  return clockOf(place)?.format(moment);
}
