import type { Place } from './places.ts';
import type { Choices, MethodName } from './prayer-times.ts';

/**
 * Where a method is the usual one. Its own authority first: adhan's METHODS.md names the countries of Dubai, Kuwait,
 * Qatar, Singapore and Turkey and recommends the Moonsighting Committee's for North America and the United Kingdom.
 * The rest follows the areas that PrayTimes.org's table of methods names. It is where to begin, not a ruling.
 */
const countriesOf: Partial<Record<MethodName, string>> = {
  UmmAlQura: 'SA BH OM YE',
  Dubai: 'AE',
  Kuwait: 'KW',
  Qatar: 'QA',
  Turkey: 'TR',
  Tehran: 'IR',
  Singapore: 'SG MY ID BN',
  Karachi: 'PK AF BD IN',
  Egyptian: 'EG SY LB',
  MoonsightingCommittee: 'GB US CA',
};
/** Where most follow the school of Abu Hanifa, whose Asr begins later. */
const hanafi = 'PK AF BD IN TR KZ KG TJ TM UZ';

/** The method and Asr's school that are usual in a place's country: where to begin. */
export function usualChoices({ zone, country }: Place): Choices {
  const [method] = Object.entries(countriesOf).find(([, countries]) => countries.includes(country)) ?? [];
  return {
    method:
      (method as MethodName | undefined) ?? (zone.startsWith('Africa/') ? 'Egyptian' : 'MuslimWorldLeague'),
    asr: hanafi.includes(country) ? 'hanafi' : 'standard',
  };
}
