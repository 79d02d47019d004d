import { CalculationMethod, CalculationParameters, Rounding } from 'adhan';
import type { Choices, MethodName } from '../../content/prayer-day.ts';
import { type DayMoment, dayMoments } from '../../content/prayers.ts';
import { byMoment, type DayTimes, minutesOfDay } from '../clock/clock.ts';
import type { City } from './city-files.ts';
import { type CalendarDay, dayAt, dayLength, minuteLength, timeAt } from './dates.ts';
import { hijriDay } from './hijri-day.ts';
import { seasonalTwilight } from './seasonal-twilight.ts';
import { altitudeOfShadow, midnightNear, noonNear, whenAt } from './sun.ts';

/**
 * A method that adhan does not have.
 * @param fajr how many degrees the sun is below the horizon at Fajr
 * @param isha the same at Isha
 * @param added the minutes that the authority adds for safety
 */
function ownMethod(
  fajr: number,
  isha: number,
  rounding: CalculationParameters['rounding'],
  added: Partial<Record<DayMoment, number>>,
): CalculationParameters {
  const parameters = new CalculationParameters('Other', fajr, isha);
  Object.assign(parameters.methodAdjustments, added);
  return Object.assign(parameters, { rounding });
}

/**
 * adhan's methods, and those of three ministries that it does not have. Their angles and minutes are read off the
 * ministries' own timetables, and match them within a minute (timetables.test.ts).
 */
const methods = {
  ...CalculationMethod,
  Indonesia: () =>
    ownMethod(20, 18, Rounding.Up, { fajr: 2, sunrise: -4, dhuhr: 3, asr: 2, maghrib: 3, isha: 2 }),
  Malaysia: () => ownMethod(18, 18, Rounding.Up, { sunrise: -1, dhuhr: 1 }),
  Morocco: () => ownMethod(19, 17, Rounding.Nearest, { sunrise: -3, dhuhr: 5, maghrib: 5 }),
} satisfies Record<MethodName, () => CalculationParameters>;

/** adhan's parameters for a method: its angles, its minutes, and how it rounds. */
export const parametersOf = (method: MethodName): CalculationParameters => methods[method]();

/**
 * The countries in which each method is the usual one (ISO 3166-1). First come the countries whose own authority made it, or for
 * which adhan's METHODS.md recommends it. Then come the regions of PrayTimes.org's table of methods
 * (praytimes.org/wiki/Calculation_Methods). A starting point, not a ruling.
 */
const countriesOf: Partial<Record<MethodName, readonly string[]>> = {
  Dubai: ['AE'],
  Indonesia: ['ID'],
  Kuwait: ['KW'],
  Malaysia: ['MY'],
  MoonsightingCommittee: ['GB', 'US', 'CA'],
  Morocco: ['MA', 'EH'],
  Qatar: ['QA'],
  Singapore: ['SG'],
  Tehran: ['IR'],
  Turkey: ['TR'],
  UmmAlQura: ['SA', 'BH', 'OM', 'YE'],
  Karachi: ['PK', 'AF', 'BD', 'IN'],
  Egyptian: ['SY', 'LB'],
};
/** Countries whose timetables commonly print the later Asr of the school of Abu Hanifa. */
const hanafiCountries: readonly string[] = ['PK', 'AF', 'BD', 'IN', 'KZ', 'KG', 'TJ', 'TM', 'UZ'];

/** A city, and how its times are worked out. */
export interface Place {
  readonly city: City;
  readonly choices: Choices;
}

/** The method and the school for Asr that are usual in a place's country. */
export function usualChoices({ zone, country }: Pick<City, 'zone' | 'country'>): Choices {
  const methodNames = Object.keys(countriesOf) as MethodName[];
  const elsewhere = zone.startsWith('Africa/') ? 'Egyptian' : 'MuslimWorldLeague';
  return {
    method: methodNames.find((name) => countriesOf[name]?.includes(country)) ?? elsewhere,
    asr: hanafiCountries.includes(country) ? 'hanafi' : 'standard',
  };
}

/** Umm al-Qura's Isha is two hours after Maghrib in Ramadan, not one and a half (adhan's METHODS.md). */
const ramadanMinutes = 30;
const isRamadan = (day: CalendarDay) => hijriDay(day)?.month === 9;

/** The altitude of the sun's centre when its upper edge touches the horizon, whose air bends its light. */
const horizon = -50 / 60;
/** Beyond this latitude Fajr and Isha keep to a seventh of the night, else to half of it: adhan's recommendation. */
const shortNightsFrom = 48;
/** From this latitude on, the Moonsighting Committee takes a seventh of the night in place of its angle. */
const noAngleFrom = 55;

/** The sun's day at a place. An instant is in milliseconds since 1970, and NaN if the sun does not reach it. */
function sunOf(city: City, { year, month, day }: CalendarDay) {
  const { latitude, longitude } = city;
  const meanNoon = Date.UTC(year, month - 1, day, 12) - (longitude / 360) * dayLength;
  // From Tonga to Kiritimati the date is a day ahead: they lie west of Greenwich, but their clocks are ahead of UTC.
  const isDayAhead = dayAt(city, new Date(meanNoon)).day !== day;
  const noon = noonNear(isDayAhead ? meanNoon - dayLength : meanNoon, longitude);
  const midnightBefore = midnightNear(noon.instant - dayLength / 2, longitude);
  const midnightAfter = midnightNear(noon.instant + dayLength / 2, longitude);
  const nextNoon = noonNear(noon.instant + dayLength, longitude);
  const before = (altitude: number) => whenAt(altitude, latitude, noon, midnightBefore);
  const after = (altitude: number) => whenAt(altitude, latitude, noon, midnightAfter);
  const sunset = after(horizon);
  return {
    noon: noon.instant,
    sunrise: before(horizon),
    sunset,
    /** How long the sun is down after this day, in milliseconds. */
    night: whenAt(horizon, latitude, nextNoon, midnightAfter) - sunset,
    before,
    after,
    afterShadow: (heights: number) => after(altitudeOfShadow(heights, latitude, noon)),
  };
}

/** The two instants that bound the dark part of a night. One that does not exist is NaN. */
interface Twilight {
  readonly fajr: number;
  readonly isha: number;
}

const finite = (...instants: number[]) => instants.filter(Number.isFinite);

/** The later Fajr and the earlier Isha of two twilights: less of the night is dark. One that does not exist does not count. */
function lessDark(one: Twilight, other: Twilight): Twilight {
  return {
    fajr: Math.max(...finite(one.fajr, other.fajr)),
    isha: Math.min(...finite(one.isha, other.isha)),
  };
}

/** Fajr and Isha by the method's angles, but never farther into the night than its rule for short nights allows. */
function fajrAndIsha(
  sun: ReturnType<typeof sunOf>,
  city: City,
  day: CalendarDay,
  method: MethodName,
): Twilight {
  const { fajrAngle, ishaAngle } = parametersOf(method);
  const latitude = Math.abs(city.latitude);
  const byAngle = { fajr: sun.before(-fajrAngle), isha: sun.after(-ishaAngle) };
  const share = sun.night / (latitude > shortNightsFrom ? 7 : 2);
  const byNight = { fajr: sun.sunrise - share, isha: sun.sunset + share };
  if (method !== 'MoonsightingCommittee') return lessDark(byAngle, byNight);
  const { beforeSunrise, afterSunset } = seasonalTwilight(city, day);
  const bySeason = { fajr: sun.sunrise - beforeSunrise, isha: sun.sunset + afterSunset };
  return lessDark(latitude < noAngleFrom ? byAngle : byNight, bySeason);
}

type Moments = Record<DayMoment, number>;

/** The six moments of a day as the sun and the method give them, to the second. One that does not exist is not finite. */
function exactMoments(city: City, day: CalendarDay, { method, asr }: Choices): Moments {
  const { ishaInterval, maghribAngle } = parametersOf(method);
  const sun = sunOf(city, day);
  let { fajr, isha } = fajrAndIsha(sun, city, day, method);
  if (ishaInterval > 0) {
    const added = method === 'UmmAlQura' && isRamadan(day) ? ramadanMinutes : 0;
    isha = sun.sunset + (ishaInterval + added) * minuteLength;
  }
  // Only the method of Tehran has an angle for Maghrib. In a short night Isha may come before the sun reaches it.
  const maghribByAngle = maghribAngle ? sun.after(-maghribAngle) : Number.NaN;
  return {
    fajr,
    sunrise: sun.sunrise,
    dhuhr: sun.noon,
    asr: sun.afterShadow(asr === 'hanafi' ? 2 : 1),
    maghrib: maghribByAngle < isha ? maghribByAngle : sun.sunset,
    isha,
  };
}

/** Whether all six moments exist, each later than the one before it. */
function isInOrder(moments: Moments): boolean {
  let before = 0;
  return dayMoments.every((name) => {
    const instant = moments[name];
    const isLater = Number.isFinite(instant) && instant > before;
    before = instant;
    return isLater;
  });
}

/** Moves a moment that falls into the same minute as the one before it by a minute. */
function minuteApart(moments: Moments): Moments {
  let earliestNext = 0;
  return byMoment((moment) => {
    const apart = Math.max(moments[moment], earliestNext);
    earliestNext = apart + minuteLength;
    return apart;
  });
}

/**
 * The moments of a day at a place: instants, rounded to minutes.
 * @returns undefined if the sun does not reach one of them (polar day and night). Also if Isha would be later than the next
 * Fajr, as it can be where it is at a fixed time after sunset
 */
export function prayerMoments(city: City, day: CalendarDay, choices: Choices) {
  const { methodAdjustments, rounding } = parametersOf(choices.method);
  const exact = exactMoments(city, day, choices);
  if (!isInOrder(exact)) return undefined;
  const wholeMinutes = rounding === Rounding.Up ? Math.ceil : Math.round;
  const rounded = (moment: DayMoment, added: number) =>
    wholeMinutes(exact[moment] / minuteLength + added) * minuteLength;
  const byMethod = byMoment((moment) => rounded(moment, methodAdjustments[moment]));
  // Near the poles, Asr may follow noon by less than the minutes that a method adds for safety. Such a day goes without them.
  const shown = isInOrder(byMethod) ? byMethod : minuteApart(byMoment((moment) => rounded(moment, 0)));
  const fitsIntoDay = shown.isha - shown.fajr < dayLength;
  if (!fitsIntoDay) return undefined;
  return byMoment((moment) => new Date(shown[moment]));
}

/** The moments of a day on the place's clock. Also undefined in a browser that does not know the place's zone. */
export function prayerTimes(city: City, day: CalendarDay, choices: Choices): DayTimes | undefined {
  const instants = prayerMoments(city, day, choices);
  if (!instants) return undefined;
  const times = byMoment((moment) => timeAt(city, instants[moment]) ?? '');
  try {
    minutesOfDay(times);
    return times;
  } catch {
    return undefined;
  }
}
