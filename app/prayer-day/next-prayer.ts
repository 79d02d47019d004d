import { type DayMoment, dayMoments } from '../../content/prayers.ts';
import { type DayTimes, minutesOf, minutesOfDay } from '../drawings/day-path.ts';

const minutesInDay = 24 * 60;

export interface NextMoment {
  readonly moment: DayMoment;
  /** 'HH:MM'. */
  readonly at: string;
  readonly isTomorrow: boolean;
}

/**
 * The moment that comes next at a time of day. After midnight it may still be the Isha of the day before, if that is so
 * late; after Isha it is the Fajr of the next morning.
 * @param clock 'HH:MM'
 * @param before the times of the day before, if it has any
 * @param after the times of the day after, if it has any
 */
export function nextPrayer(
  clock: string,
  today: DayTimes,
  before: DayTimes | undefined,
  after: DayTimes | undefined,
): NextMoment {
  const now = minutesOf(clock);
  if (before && minutesOfDay(before).isha - minutesInDay > now) {
    return { moment: 'isha', at: before.isha, isTomorrow: false };
  }
  const minutes = minutesOfDay(today);
  const next = dayMoments.find((moment) => minutes[moment] > now);
  if (next) return { moment: next, at: today[next], isTomorrow: minutes[next] >= minutesInDay };
  return { moment: 'fajr', at: (after ?? today).fajr, isTomorrow: true };
}
