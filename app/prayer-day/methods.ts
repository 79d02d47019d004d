import { CalculationMethod, CalculationParameters, Rounding } from 'adhan';
import type { DayMoment } from '../../content/prayers.ts';

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
 * timetables, and match them within a minute (official-timetables.test.ts).
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
