import type { MethodName } from './methods.ts';
import type { Place } from './places.ts';
import type { Choices } from './prayer-times.ts';

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
export function usualChoices({ zone, country }: Place): Choices {
  const [method] = Object.entries(countriesOf).find(([, countries]) => countries.includes(country)) ?? [];
  const elsewhere = zone.startsWith('Africa/') ? 'Egyptian' : 'MuslimWorldLeague';
  return {
    method: (method as MethodName | undefined) ?? elsewhere,
    asr: hanafi.includes(country) ? 'hanafi' : 'standard',
  };
}
