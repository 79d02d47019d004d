import {
  CalculationMethod,
  CalculationParameters,
  Coordinates,
  HighLatitudeRule,
  Madhab,
  PrayerTimes,
  Rounding,
} from 'adhan';
import { type DayMoment, dayMoments } from '../../content/prayers.ts';
import { type DayTimes, minutesInDay, minutesOfDay } from '../drawings/day-path.ts';
import { byMoment } from '../drawings/drawn-day.ts';
import type { Place } from './cities.ts';
import { type CalendarDay, dayAt, timeAt } from './clock.ts';

/** By the sun's degrees below the horizon at Fajr and at Isha; minutes are added as the authority does for safety. */
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
};

export type MethodName = Exclude<keyof typeof methods, 'Other'>;

/** adhan's parameters for a method: a new object at each call, because callers change it. */
export const parametersOf = (method: MethodName): CalculationParameters => methods[method]();

export interface Choices {
  readonly method: MethodName;
  /** Asr begins when a shadow has grown by the height of the object that casts it, or by twice that height. */
  readonly asr: 'standard' | 'hanafi';
}

/**
 * The countries in which each method is the usual one (ISO 3166-1): first those whose own authority made it, or for which
 * adhan's METHODS.md recommends it; then the regions of PrayTimes.org's table of methods
 * (praytimes.org/wiki/Calculation_Methods). A starting point, not a ruling.
 */
const countriesOf: Partial<Record<MethodName, string>> = {
  Dubai: 'AE',
  Indonesia: 'ID',
  Kuwait: 'KW',
  Malaysia: 'MY',
  MoonsightingCommittee: 'GB US CA',
  Morocco: 'MA EH',
  Qatar: 'QA',
  Singapore: 'SG',
  Tehran: 'IR',
  Turkey: 'TR',
  UmmAlQura: 'SA BH OM YE',
  Karachi: 'PK AF BD IN',
  Egyptian: 'SY LB',
};
/** Countries whose timetables commonly print the later Asr of the school of Abu Hanifa. */
const hanafi = 'PK AF BD IN KZ KG TJ TM UZ';

/** The method and the school for Asr that are usual in a place's country. */
export function usualChoices({ zone, country }: Pick<Place, 'zone' | 'country'>): Choices {
  const [method] = Object.entries(countriesOf).find(([, countries]) => countries.includes(country)) ?? [];
  const elsewhere = zone.startsWith('Africa/') ? 'Egyptian' : 'MuslimWorldLeague';
  return {
    method: (method as MethodName | undefined) ?? elsewhere,
    asr: hanafi.includes(country) ? 'hanafi' : 'standard',
  };
}

/** Umm al-Qura's Isha is two hours after Maghrib in Ramadan, not one and a half (adhan's METHODS.md). */
const ramadanMinutes = 30;
/** The most that may lie between Fajr and Isha, in milliseconds: less than a day, once rounded to minutes. */
const longestDay = (minutesInDay - 0.5) * 60_000;
const hijriMonth = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  month: 'numeric',
  timeZone: 'UTC',
});

/**
 * The moments of a day at a place: instants, rounded to minutes.
 * Undefined if one cannot be computed (polar day and night), or if they are not in order or do not fit into one day.
 */
export function prayerMoments(place: Place, { year, month, day }: CalendarDay, { method, asr }: Choices) {
  const { latitude, longitude } = place;
  const parameters = parametersOf(method);
  parameters.madhab = asr === 'hanafi' ? Madhab.Hanafi : Madhab.Shafi;
  // Above 48°: a seventh of the night. adhan considers only the north, but nights are as short in the far south.
  parameters.highLatitudeRule = HighLatitudeRule.recommended(new Coordinates(Math.abs(latitude), longitude));
  if (method === 'UmmAlQura' && hijriMonth.format(Date.UTC(year, month - 1, day)) === '9') {
    parameters.adjustments.isha = ramadanMinutes;
  }
  // adhan reads year, month and day in the machine's own time zone.
  const timesOn = (date: number) =>
    new PrayerTimes(new Coordinates(latitude, longitude), new Date(year, month - 1, date), parameters);
  let times = timesOn(day);
  // From Tonga to Kiritimati the date is a day ahead: they lie west of Greenwich, but their clocks are ahead of UTC.
  if (dayAt(place, times.dhuhr).day !== day) times = timesOn(day - 1);
  const inOrder = dayMoments.every((moment, index) => {
    const before = dayMoments[index - 1];
    return times[moment] > (before ? times[before] : new Date(0));
  });
  return inOrder && times.isha.getTime() - times.fajr.getTime() < longestDay ? times : undefined;
}

/** The same on the place's clock. Undefined too in a browser that does not know the place's zone. */
export function prayerTimes(place: Place, day: CalendarDay, choices: Choices): DayTimes | undefined {
  const instants = prayerMoments(place, day, choices);
  if (!instants) return undefined;
  const times = byMoment((moment) => timeAt(place, instants[moment]) ?? '');
  try {
    minutesOfDay(times);
    return times;
  } catch {
    return undefined;
  }
}
