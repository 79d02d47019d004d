import { type DayTimes, minutesOf, minutesOfDay } from '../../../drawings/day-path.ts';

const minutesInDay = 24 * 60;

type Moment = keyof DayTimes;

/** The moments in their order; sunrise is one to come as well: it ends Fajr. */
const moments: readonly Moment[] = ['fajr', 'sunrise', 'dhuhr', 'asr', 'maghrib', 'isha'];

export interface Coming {
  readonly moment: Moment;
  /** 'HH:MM'. */
  readonly at: string;
  readonly isTomorrow: boolean;
}

/**
 * What comes next at a time of the day. After midnight it may still be Isha of the day before, where that is so late; after
 * Isha it is Fajr of the next morning.
 * @param clock 'HH:MM'
 * @param before the times of the day before, where it has them
 * @param after those of the day after
 */
export function nextPrayer(
  clock: string,
  today: DayTimes,
  before: DayTimes | undefined,
  after: DayTimes | undefined,
): Coming {
  const now = minutesOf(clock);
  if (before && minutesOfDay(before).isha - minutesInDay > now) {
    return { moment: 'isha', at: before.isha, isTomorrow: false };
  }
  const minutes = minutesOfDay(today);
  const next = moments.find((moment) => minutes[moment] > now);
  if (next) return { moment: next, at: today[next], isTomorrow: minutes[next] >= minutesInDay };
  return { moment: 'fajr', at: (after ?? today).fajr, isTomorrow: true };
}
