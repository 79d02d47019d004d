import type { City } from './city-files.ts';
import { type CalendarDay, dayLength, minuteLength } from './dates.ts';

/** Days since the winter solstice (21 December in the north, 21 June in the south) between which the rule runs straight. */
const knots = [0, 91, 137, 183, 229, 275, 366];
/** At each knot, the minutes that a latitude of 55 degrees adds to those of the equator. */
const addedBeforeSunrise = [28.65, 19.44, 32.74, 48.1, 32.74, 19.44, 28.65];
const addedAfterSunset = [25.6, 2.05, -9.21, 6.14, -9.21, 2.05, 25.6];
const atEquator = 75;

/** The straight line through the knots, at a day. */
function between(values: readonly number[], days: number): number {
  const next = knots.findIndex((knot) => knot > days);
  const [from = 0, to = 0] = knots.slice(next - 1);
  const [first = 0, last = 0] = values.slice(next - 1);
  return first + ((last - first) * (days - from)) / (to - from);
}

function daysSinceSolstice(latitude: number, { year, month, day }: CalendarDay): number {
  const solsticeOf = (inYear: number) => Date.UTC(inYear, latitude < 0 ? 5 : 11, 21);
  const date = Date.UTC(year, month - 1, day);
  const last = solsticeOf(year) > date ? solsticeOf(year - 1) : solsticeOf(year);
  return (date - last) / dayLength;
}

/**
 * The Moonsighting Committee's twilight, which follows the latitude and the season: its “general” one, between the red and the
 * white. It says how long before sunrise Fajr may be at most, and how long after sunset Isha, in milliseconds.
 * The numbers are the committee's: moonsighting.com, “Functions of latitude and seasons for Fajr and Isha”.
 */
export function seasonalTwilight({ latitude }: Pick<City, 'latitude'>, day: CalendarDay) {
  const days = daysSinceSolstice(latitude, day);
  const share = Math.abs(latitude) / 55;
  return {
    beforeSunrise: (atEquator + share * between(addedBeforeSunrise, days)) * minuteLength,
    afterSunset: (atEquator + share * between(addedAfterSunset, days)) * minuteLength,
  };
}
