import { type DayMoment, dayMoments } from '../../content/prayers.ts';

/** Local clock times, 'HH:MM'. One that reads earlier than the moment before it lies on the next day. */
export type DayTimes = Readonly<Record<DayMoment, string>>;

/** A value for each moment of the day. */
export const byMoment = <Value>(of: (moment: DayMoment) => Value) =>
  Object.fromEntries(dayMoments.map((moment) => [moment, of(moment)])) as Record<DayMoment, Value>;

export const minutesInDay = 24 * 60;

/** Minutes since midnight of an 'HH:MM', 0 to 1439. @throws if the text is not a time of day */
export function minutesOf(time: string): number {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    throw new Error(
      `'${time}' is not a time of day. Write it as two digits, a colon and two digits, like 05:10.`,
    );
  }
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** The 'HH:MM' of a whole minute, which may lie on the day before (then it is negative) or after. */
export function clockOf(minute: number): string {
  const minuteOfItsDay = (minute + minutesInDay) % minutesInDay;
  const hours = Math.floor(minuteOfItsDay / 60);
  const minutes = minuteOfItsDay % 60;
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * The minutes of every moment from the midnight before Dhuhr, each later than the one before it. A Fajr or a sunrise before
 * midnight is negative, and an Isha after midnight is more than a day.
 */
export type DayMinutes = Readonly<Record<DayMoment, number>>;

/** @throws if a time is not a time of day, or if the times do not follow one another within a day */
export function minutesOfDay(times: DayTimes): DayMinutes {
  const dhuhr = minutesOf(times.dhuhr);
  const minutes = { dhuhr } as Record<DayMoment, number>;
  let after = dhuhr;
  for (const moment of ['sunrise', 'fajr'] as const) {
    let minute = minutesOf(times[moment]);
    while (minute >= after) minute -= minutesInDay;
    minutes[moment] = minute;
    after = minute;
  }
  let before = dhuhr;
  for (const moment of ['asr', 'maghrib', 'isha'] as const) {
    let minute = minutesOf(times[moment]);
    while (minute <= before) minute += minutesInDay;
    minutes[moment] = minute;
    before = minute;
  }
  if (minutes.isha - minutes.fajr >= minutesInDay) {
    throw new Error('These times do not fit into one day. Check that each is later than the one before it.');
  }
  return minutes;
}
