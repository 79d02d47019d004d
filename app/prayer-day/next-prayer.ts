import { dayMoments } from '../../content/prayers.ts';
import { type DayTimes, minutesInDay, minutesOf, minutesOfDay } from '../clock/clock.ts';

/**
 * The moment that comes next at a time of day, 'HH:MM'. After midnight it may be one of yesterday's, and before midnight one of
 * tomorrow's. Yesterday and tomorrow may have no times: then the next morning is taken to be like today's.
 */
export function nextPrayer(clock: string, today: DayTimes, yesterday?: DayTimes, tomorrow: DayTimes = today) {
  const now = minutesOf(clock);
  const days = [
    { times: yesterday, midnight: -minutesInDay },
    { times: today, midnight: 0 },
    { times: tomorrow, midnight: minutesInDay },
  ];
  for (const { times, midnight } of days) {
    if (!times) continue;
    const minutes = minutesOfDay(times);
    const moment = dayMoments.find((moment) => midnight + minutes[moment] > now);
    if (moment) {
      return { moment, at: times[moment], isTomorrow: midnight + minutes[moment] >= minutesInDay };
    }
  }
  // Dhuhr of tomorrow is always later than now.
  throw new Error(`No moment follows ${clock}.`);
}
