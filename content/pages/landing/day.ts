import { type DayMoment, prayerNames } from '../../prayers.ts';

/** A stretch of the day with a name: drawn as a bright piece of the arc with a card hanging from it. */
export interface DayEvent {
  title: string;
  text: string;
}

/** The words on the hero’s drawing. */
export interface DayContent {
  label: string;
  /** In the order of the day. */
  moments: Record<DayMoment, string>;
  /** The morning's work, the midday rest and the afternoon's way home, which ends at the time to leave by. */
  events: readonly [DayEvent, DayEvent, DayEvent];
}

/** The title of the way home on any day: the visitor's own day has another time. */
export const leaveBy = (time: string): string => `Leave by ${time}`;

const { fajr, ...afterSunrise } = prayerNames;

export const day: DayContent = {
  label: 'An example of a day, drawn as the path of the sun, with the five prayers on it',
  moments: { fajr, sunrise: 'sunrise', ...afterSunrise },
  events: [
    { title: 'Deep work', text: 'The quiet after Fajr' },
    { title: 'Qailulah', text: 'A short midday rest' },
    { title: leaveBy('15:40'), text: 'Traffic is heavy today' },
  ],
};
