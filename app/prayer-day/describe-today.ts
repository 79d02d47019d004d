import { type Choices, plannerWords as words } from '../../content/prayer-day.ts';
import { type DayMoment, momentNames } from '../../content/prayers.ts';
import type { DayTimes } from '../clock/clock.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { minutesElsewhere } from './cities.ts';
import type { City } from './city-files.ts';
import { addDays, type CalendarDay, dayAt, timeAt } from './dates.ts';
import { nextPrayer } from './next-prayer.ts';
import { type Place, prayerTimes, usualChoices } from './prayer-times.ts';

/** What the planner knows when it has to say what today is like. */
export interface Known {
  /** Undefined before the script has begun. */
  readonly now: Date | undefined;
  /** The visitor's time zone: `Asia/Kolkata`. */
  readonly zone: string;
  /** The cities of that zone, the largest first; undefined while they are loaded, 'lost' if they could not be. */
  readonly cities: readonly City[] | 'lost' | undefined;
  /** The city that the visitor has chosen. Until then it is the largest of their zone. */
  readonly chosen: City | undefined;
  /** What the visitor has chosen; the rest is what is usual at the place. */
  readonly choices: Partial<Choices>;
  /** Whether the example stays although the visitor's day is known: they ask for less motion. */
  readonly keepsExample: boolean;
}

/** Today at a place. */
interface OwnDay {
  readonly place: Place;
  readonly date: CalendarDay;
  /** The time there, 'HH:MM'. */
  readonly clock: string;
  readonly times: DayTimes;
  readonly next: DayMoment;
  /** The time and the next moment, in words. */
  readonly sentence: string;
}

function ownDayAt(place: Place, now: Date): OwnDay | string {
  const { city, choices } = place;
  const date = dayAt(city, now);
  const clock = timeAt(city, now);
  if (clock === undefined) return words.stays.clocks(city.name);
  const timesOn = (days: number) => prayerTimes(city, addDays(date, days), choices);
  const times = timesOn(0);
  if (!times) return words.stays.sun(city.name);
  const next = nextPrayer(clock, times, timesOn(-1), timesOn(1));
  const name = momentNames[next.moment];
  return { place, date, clock, times, next: next.moment, sentence: words.now(clock, name, next) };
}

/** What is shown of today. */
export interface TodayDescription {
  /** Where the day is that is shown, or could be. */
  readonly place: Place | undefined;
  /** The day there; undefined while the example is shown. */
  readonly own: OwnDay | undefined;
  /** Why the example is shown; undefined while nothing is known, and when the visitor's own day is. */
  readonly reason: string | undefined;
  readonly times: DayTimes;
  readonly title: string;
  readonly status: string;
}

function ownDayOrReason({ now, zone, cities, keepsExample }: Known, place: Place | undefined) {
  if (keepsExample && place) return words.stays.motion;
  if (!now || !cities) return undefined;
  if (place) return ownDayAt(place, now);
  return cities === 'lost' ? words.stays.lost : words.stays.zone(zone);
}

/** Says what is shown of today: the visitor's own day, or the example and why. */
export function describeToday(known: Known): TodayDescription {
  const guesses = Array.isArray(known.cities) ? (known.cities as readonly City[]) : [];
  const [guessed] = guesses;
  const city = known.chosen ?? guessed;
  const place = city && { city, choices: { ...usualChoices(city), ...known.choices } };
  const found = ownDayOrReason(known, place);
  const example = { place, own: undefined, times: equinoxDay, title: words.example };
  if (found === undefined) return { ...example, reason: undefined, status: words.mosque };
  if (typeof found === 'string') return { ...example, reason: found, status: `${found} ${words.mosque}` };

  const { date, times, sentence, place: here } = found;
  const isGuess = here.city === guessed;
  const title = (isGuess ? words.guessed : words.chosen)(here.city.name);
  const elsewhere = isGuess ? minutesElsewhere(guesses, date, here.choices) : 0;
  const sentences = [sentence];
  if (elsewhere > 0) sentences.push(words.elsewhere(elsewhere));
  sentences.push(words.mosque);
  return { place, own: found, reason: undefined, times, title, status: sentences.join(' ') };
}
