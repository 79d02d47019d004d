import type { MethodName } from './methods.ts';
import type { Place } from './places.ts';
import type { Choices } from './prayer-times.ts';

/**
 * Where a method is the usual one, by ISO 3166-1. First the countries whose own authority made it, or for which adhan's
 * METHODS.md recommends it; then the regions of PrayTimes.org's table of methods (praytimes.org/wiki/Calculation_Methods).
 * It is where to begin, no ruling.
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
/** Where timetables commonly print the later Asr of the school of Abu Hanifa. */
const hanafi = 'PK AF BD IN KZ KG TJ TM UZ';

/** The method and Asr's school that are usual in a place's country. */
export function usualChoices({ zone, country }: Place): Choices {
  const [method] = Object.entries(countriesOf).find(([, countries]) => countries.includes(country)) ?? [];
  const elsewhere = zone.startsWith('Africa/') ? 'Egyptian' : 'MuslimWorldLeague';
  return {
    method: (method as MethodName | undefined) ?? elsewhere,
    asr: hanafi.includes(country) ? 'hanafi' : 'standard',
  };
}
