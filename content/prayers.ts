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

const { fajr, ...afterSunrise } = prayerNames;

/** The moments of a day, in order. Sunrise ends the time of Fajr; it is a moment, not a prayer. */
export const momentNames = { fajr, sunrise: 'Sunrise', ...afterSunrise } as const;

export type DayMoment = keyof typeof momentNames;

export const dayMoments = Object.keys(momentNames) as readonly DayMoment[];

/** A moment's name within a sentence: a prayer keeps its capital. */
export const momentInSentence = (moment: DayMoment): string =>
  moment === 'sunrise' ? momentNames.sunrise.toLowerCase() : momentNames[moment];

/** Minutes kept free before a prayer: wudu and the walk. */
export const roomBefore = 15;
/** Minutes kept free from the beginning of a prayer's time: the prayer and the walk back. */
export const roomAfter = 25;
