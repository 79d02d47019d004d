/** The five prayers, in the order of the day. */
export const prayerNames = {
  fajr: 'Fajr',
  dhuhr: 'Dhuhr',
  asr: 'Asr',
  maghrib: 'Maghrib',
  isha: 'Isha',
} as const;

export type Prayer = keyof typeof prayerNames;

export const prayers = Object.keys(prayerNames) as readonly Prayer[];

/** The moments of a day, in order. Sunrise ends the time of Fajr; it is a moment, not a prayer. */
export const dayMoments = ['fajr', 'sunrise', 'dhuhr', 'asr', 'maghrib', 'isha'] as const;

export type DayMoment = (typeof dayMoments)[number];

/** Minutes kept free before a prayer: wudu and the walk. */
export const roomBefore = 15;
/** Minutes kept free from the beginning of a prayer's time: the prayer and the walk back. */
export const roomAfter = 25;
