import { CalculationMethod, CalculationParameters, Rounding } from 'adhan';
import type { DayMoment } from '../../content/prayers.ts';
import type { Place } from './cities.ts';

interface OwnMethod {
  /** Degrees that the sun is below the horizon at Fajr and at Isha. */
  fajr: number;
  isha: number;
  /** Minutes that are added, as the authority does for safety. */
  added: Partial<Record<DayMoment, number>>;
  rounding?: typeof Rounding.Up;
}

/**
 * Methods of three ministries that adhan does not have. Their angles and minutes are read off the ministries' own
 * timetables, and match them within a minute (timetables.test.ts).
 */
const ownMethods = {
  Indonesia: {
    fajr: 20,
    isha: 18,
    added: { fajr: 2, sunrise: -4, dhuhr: 3, asr: 2, maghrib: 3, isha: 2 },
    rounding: Rounding.Up,
  },
  Malaysia: { fajr: 18, isha: 18, added: { sunrise: -1, dhuhr: 1 }, rounding: Rounding.Up },
  Morocco: { fajr: 19, isha: 17, added: { sunrise: -3, dhuhr: 5, maghrib: 5 } },
} satisfies Record<string, OwnMethod>;

export type MethodName = Exclude<keyof typeof CalculationMethod, 'Other'> | keyof typeof ownMethods;

/** adhan's parameters for a method: a new object at each call, because callers change it. */
export function parametersOf(method: MethodName): CalculationParameters {
  if (!(method in ownMethods)) return CalculationMethod[method as keyof typeof CalculationMethod]();
  const { fajr, isha, added, rounding }: OwnMethod = ownMethods[method as keyof typeof ownMethods];
  const parameters = new CalculationParameters('Other', fajr, isha);
  Object.assign(parameters.methodAdjustments, added);
  if (rounding) parameters.rounding = rounding;
  return parameters;
}

/** Asr begins when a shadow has grown by the height of the object that casts it, or by twice that height. */
type AsrSchool = 'standard' | 'hanafi';

export interface Choices {
  readonly method: MethodName;
  readonly asr: AsrSchool;
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
