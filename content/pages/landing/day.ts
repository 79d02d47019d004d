import { type DayMoment, prayerNames } from '../../prayers.ts';

/** The words on the hero’s drawing. */
export interface DayContent {
  label: string;
  /** In the order of the day. */
  moments: Record<DayMoment, string>;
}

const { fajr, ...afterSunrise } = prayerNames;

export const day: DayContent = {
  label:
    'An example of a day, drawn as the path of the sun, with the five prayers and the tasks between them on it',
  moments: { fajr, sunrise: 'sunrise', ...afterSunrise },
};
