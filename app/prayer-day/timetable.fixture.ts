import type { Choices } from '../../content/prayer-day.ts';
import type { DayMoment } from '../../content/prayers.ts';

/** What an authority, a mosque or a newspaper prints for its city. */
export interface Timetable {
  city: string;
  zone: string;
  latitude: number;
  longitude: number;
  choices: Choices;
  /** The publisher, and where it was read. */
  source: string;
  /** Minutes by which a time may differ, as stated by the source or by the person who compared with it. Two at most. */
  tolerance: 1 | 2;
  /** Minutes that the mosque prints for safety beyond the method’s own, read off its timetable: the same all year. */
  added?: Partial<Record<DayMoment, number>>;
  /**
   * A date, then Fajr, sunrise, Dhuhr, Asr, Maghrib and Isha on the city's clock. A star marks a time for which the mosque
   * follows a rule of its own, as the source says, and which is not compared.
   */
  days: readonly string[];
}
