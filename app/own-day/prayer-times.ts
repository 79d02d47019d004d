import { CalculationMethod, Coordinates, HighLatitudeRule, Madhab, PrayerTimes } from 'adhan';
import type { DayMoment } from '../../content/pages/landing/day.ts';
import { type DayTimes, minutesOfDay } from '../drawings/day-path.ts';
import { type CalendarDay, clockOf } from './calendar-day.ts';
import type { Place } from './places.ts';

export type MethodName = Exclude<keyof typeof CalculationMethod, 'Other'>;
export type AsrSchool = 'standard' | 'hanafi';

export interface Choices {
  readonly method: MethodName;
  readonly asr: AsrSchool;
}

const moments: readonly DayMoment[] = ['fajr', 'sunrise', 'dhuhr', 'asr', 'maghrib', 'isha'];
/** Umm al-Qura's Isha is two hours after Maghrib in Ramadan, not one and a half (METHODS.md of adhan). */
const ramadanMinutes = 30;
const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  month: 'numeric',
  timeZone: 'UTC',
});

/**
 * The moments of a day at a place: instants, rounded to minutes.
 * Undefined where one cannot be computed (polar day and night) or they do not follow one another.
 */
export function prayerMoments(
  place: Place,
  { year, month, day }: CalendarDay,
  { method, asr }: Choices,
): Readonly<Record<DayMoment, Date>> | undefined {
  const coordinates = new Coordinates(place.latitude, place.longitude);
  const parameters = CalculationMethod[method]();
  parameters.madhab = asr === 'hanafi' ? Madhab.Hanafi : Madhab.Shafi;
  parameters.highLatitudeRule = HighLatitudeRule.recommended(coordinates);
  if (method === 'UmmAlQura' && hijri.format(Date.UTC(year, month - 1, day)) === '9') {
    parameters.adjustments.isha = ramadanMinutes;
  }
  const times = new PrayerTimes(coordinates, new Date(year, month - 1, day), parameters);
  const inOrder = moments.every((moment, index) => {
    const before = moments[index - 1];
    return before === undefined ? times[moment].getTime() > 0 : times[moment] > times[before];
  });
  return inOrder ? times : undefined;
}

/**
 * The times of a day at a place, on that place's clock.
 * Undefined where the sun gives none (polar day and night), or they do not fit into one day.
 */
export function prayerTimes(place: Place, day: CalendarDay, choices: Choices): DayTimes | undefined {
  const clock = clockOf(place);
  const instants = clock && prayerMoments(place, day, choices);
  if (!instants) return undefined;
  const times = Object.fromEntries(
    moments.map((moment) => [moment, clock.format(instants[moment])]),
  ) as DayTimes;
  try {
    minutesOfDay(times);
    return times;
  } catch {
    return undefined;
  }
}
