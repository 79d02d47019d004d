import type { Choices } from './methods.ts';

/** What an authority, a mosque or a newspaper prints for its city. */
export interface Timetable {
  city: string;
  zone: string;
  latitude: number;
  longitude: number;
  choices: Choices;
  /** Who prints it, and where it was read. */
  source: string;
  /** Minutes by which a time may differ, as stated by the source or by whoever compared with it. Two at most. */
  tolerance: 1 | 2;
  /** A date, then Fajr, sunrise, Dhuhr, Asr, Maghrib and Isha on the city's clock. */
  days: readonly string[];
}
