import { Coordinates, HighLatitudeRule, Madhab, PrayerTimes } from 'adhan';
import { type DayMoment, dayMoments } from '../../content/prayers.ts';
import { type DayTimes, minutesOfDay } from '../drawings/day-path.ts';
import type { Place } from './cities.ts';
import { type CalendarDay, dayAt, timeAt } from './clock.ts';
import { type Choices, parametersOf } from './methods.ts';

/** Umm al-Qura's Isha is two hours after Maghrib in Ramadan, not one and a half (adhan's METHODS.md). */
const ramadanMinutes = 30;
/** The most that may lie between Fajr and Isha, in milliseconds: less than a day, once rounded to minutes. */
const longestDay = (24 * 60 - 0.5) * 60_000;
let hijriMonth: Intl.DateTimeFormat | undefined;

/** Whether a day is in Ramadan. The format is made only when it is needed: that takes longer than computing a day. */
function isRamadan(date: number): boolean {
  hijriMonth ??= new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    month: 'numeric',
    timeZone: 'UTC',
  });
  return hijriMonth.format(date) === '9';
}

function timesOf(
  place: Place,
  { year, month, day }: CalendarDay,
  { method, asr }: Choices,
  daysBefore = 0,
): PrayerTimes {
  const coordinates = new Coordinates(place.latitude, place.longitude);
  const parameters = parametersOf(method);
  parameters.madhab = asr === 'hanafi' ? Madhab.Hanafi : Madhab.Shafi;
  // Above 48°: a seventh of the night. adhan considers only the north, but nights are as short in the far south.
  parameters.highLatitudeRule = HighLatitudeRule.recommended(
    new Coordinates(Math.abs(place.latitude), place.longitude),
  );
  if (method === 'UmmAlQura' && isRamadan(Date.UTC(year, month - 1, day))) {
    parameters.adjustments.isha = ramadanMinutes;
  }
  // adhan reads year, month and day in the machine's own time zone.
  return new PrayerTimes(coordinates, new Date(year, month - 1, day - daysBefore), parameters);
}

/**
 * The moments of a day at a place: instants, rounded to minutes.
 * Undefined if one cannot be computed (polar day and night), or if they are not in order or do not fit into one day.
 */
export function prayerMoments(
  place: Place,
  day: CalendarDay,
  choices: Choices,
): Readonly<Record<DayMoment, Date>> | undefined {
  let times = timesOf(place, day, choices);
  // From Tonga to Kiritimati the date is a day ahead: they lie west of Greenwich, but their clocks are ahead of UTC.
  if (dayAt(place, times.dhuhr).day !== day.day) times = timesOf(place, day, choices, 1);
  const inOrder = dayMoments.every((moment, index) => {
    const before = dayMoments[index - 1];
    return times[moment] > (before ? times[before] : new Date(0));
  });
  return inOrder && times.isha.getTime() - times.fajr.getTime() < longestDay ? times : undefined;
}

/**
 * The times of a day at a place, on that place's clock.
 * Undefined where the sun gives none (polar day and night), where they do not fit into one day, and in a browser that
 * does not know the place's zone.
 */
export function prayerTimes(place: Place, day: CalendarDay, choices: Choices): DayTimes | undefined {
  const instants = prayerMoments(place, day, choices);
  if (!instants) return undefined;
  const times = Object.fromEntries(
    dayMoments.map((moment) => [moment, timeAt(place, instants[moment])]),
  ) as DayTimes;
  try {
    minutesOfDay(times);
    return times;
  } catch {
    return undefined;
  }
}
