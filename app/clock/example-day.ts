import type { DayTimes } from './clock.ts';

/** A calm day near the equinox: what the drawings show until the planner knows the visitor's own. */
export const equinoxDay: DayTimes = {
  fajr: '05:10',
  sunrise: '06:30',
  dhuhr: '12:35',
  asr: '15:55',
  maghrib: '18:30',
  isha: '19:50',
};

/** Where the sun stands in the example, in minutes since midnight: just risen. */
export const exampleSun = 7 * 60;

/** The night's sleep in the example, its rest at midday, its walk and its meals. */
export const exampleSleep = { from: '22:00', to: '04:30' };
export const exampleRest = { from: '13:06', to: '13:18' };
export const exampleWalk = { from: '16:30', to: '17:20' };
export const exampleMeals = ['07:10', '14:05', '19:10'] as const;
