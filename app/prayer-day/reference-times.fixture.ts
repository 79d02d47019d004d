import { CalculationMethod, Coordinates, PrayerTimes, Rounding } from 'adhan';
import {
  Body,
  EquatorFromVector,
  GeoVector,
  MakeTime,
  RotateVector,
  Rotation_EQJ_EQD,
  SiderealTime,
} from 'astronomy-engine';
import type { Choices } from '../../content/prayer-day.ts';
import { type DayMoment, dayMoments } from '../../content/prayers.ts';
import { byMoment } from '../clock/clock.ts';
import type { City } from './city-files.ts';
import type { CalendarDay } from './dates.ts';
import { parametersOf, prayerMoments } from './prayer-times.ts';

/*
 * The six moments worked out a second time. This file shares the methods' angles and minutes with the site's calculation,
 * and nothing else. Its sun is that of astronomy-engine, which follows the planetary theory VSOP87. It searches for the
 * sun's highest and lowest points, and for an instant between them. It asks adhan for the seasonal twilight.
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const radians = Math.PI / 180;

interface Sun {
  readonly declination: number;
  /** How many degrees the sun is ahead of a clock at Greenwich. */
  readonly ahead: number;
}

/** The sun at every second hour. Between two hours it runs straight within 0.00001 degrees. */
const positions = new Map<number, Sun>();
const span = 2 * hour;

function positionOf(index: number): Sun {
  const known = positions.get(index);
  if (known) return known;
  const time = MakeTime(new Date(index * span));
  const vector = RotateVector(Rotation_EQJ_EQD(time), GeoVector(Body.Sun, time, true));
  const { ra, dec } = EquatorFromVector(vector);
  const hourAngle = (SiderealTime(time) - ra) * 15;
  const clock = ((index * span) / day) * 360 - 180;
  const ahead = hourAngle - clock;
  const position = { declination: dec, ahead: ahead - 360 * Math.round(ahead / 360) };
  positions.set(index, position);
  return position;
}

function sunAt(instant: number): Sun {
  const index = Math.floor(instant / span);
  const share = instant / span - index;
  const from = positionOf(index);
  const to = positionOf(index + 1);
  return {
    declination: from.declination + share * (to.declination - from.declination),
    ahead: from.ahead + share * (to.ahead - from.ahead),
  };
}

/** A place, and by how many degrees the sun is taken to stand higher there than it does. */
type Sky = City & { readonly lift: number };

function altitudeOf({ latitude, longitude, lift }: Sky, instant: number): number {
  const sun = sunAt(instant);
  const phi = latitude * radians;
  const delta = sun.declination * radians;
  const hourAngle = ((instant / day) * 360 - 180 + sun.ahead + longitude) * radians;
  const sine = Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.cos(hourAngle);
  return Math.asin(sine) / radians + lift;
}

/** The instant within forty minutes of another at which the sun is highest (sign 1) or lowest (sign -1). */
function extremeNear(sky: Sky, instant: number, sign: 1 | -1): number {
  let from = instant - 40 * minute;
  let to = instant + 40 * minute;
  while (to - from > 20_000) {
    const third = (to - from) / 3;
    const isBetterLater = sign * altitudeOf(sky, from + third) < sign * altitudeOf(sky, to - third);
    if (isBetterLater) from += third;
    else to -= third;
  }
  return (from + to) / 2;
}

/** The instant between the sun's highest and its lowest point at which it stands at an altitude. NaN if it never does. */
function instantAt(sky: Sky, altitude: number, highest: number, lowest: number): number {
  if (altitudeOf(sky, highest) < altitude || altitudeOf(sky, lowest) > altitude) return Number.NaN;
  let high = highest;
  let low = lowest;
  while (Math.abs(high - low) > 1000) {
    const middle = (high + low) / 2;
    if (altitudeOf(sky, middle) < altitude) low = middle;
    else high = middle;
  }
  return (high + low) / 2;
}

interface Twilight {
  /** Minutes from Fajr to sunrise, and from sunset to Isha. */
  readonly morning: number;
  readonly evening: number;
}

/** The Moonsighting Committee's seasonal twilight at a latitude of 50 degrees, as adhan gives it for a date. */
const twilightsAt50 = new Map<string, Twilight>();

function twilightAt50(latitude: 50 | -50, { year, month, day }: CalendarDay): Twilight {
  const key = `${latitude} ${year}-${month}-${day}`;
  const known = twilightsAt50.get(key);
  if (known) return known;
  const parameters = CalculationMethod.MoonsightingCommittee();
  // The sun never reaches these angles: only the seasonal rule is left.
  Object.assign(parameters, { fajrAngle: 90, ishaAngle: 90, rounding: Rounding.None });
  parameters.methodAdjustments.maghrib = 0;
  const times = new PrayerTimes(new Coordinates(latitude, 0), new Date(year, month - 1, day), parameters);
  const twilight = {
    morning: (times.sunrise.getTime() - times.fajr.getTime()) / minute,
    evening: (times.isha.getTime() - times.maghrib.getTime()) / minute,
  };
  twilightsAt50.set(key, twilight);
  return twilight;
}

/** It grows with the latitude from 75 minutes at the equator. */
function seasonalTwilight({ latitude }: City, date: CalendarDay): Twilight {
  const at50 = twilightAt50(latitude < 0 ? -50 : 50, date);
  const share = Math.abs(latitude) / 50;
  return {
    morning: 75 + share * (at50.morning - 75),
    evening: 75 + share * (at50.evening - 75),
  };
}

const daysOfMonth = new Map<string, Intl.DateTimeFormat>();

/** By how many days the place's date is ahead of the date at Greenwich when the sun is highest. */
function daysAhead({ zone, longitude }: City): number {
  const noon = Date.UTC(2026, 0, 10, 12) - (longitude / 15) * hour;
  const format = daysOfMonth.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, day: 'numeric' });
  daysOfMonth.set(zone, format);
  return Number(format.format(noon)) - 10;
}

const hijriMonth = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { month: 'long', timeZone: 'UTC' });

const later = (one: number, other: number) => (one > other || Number.isNaN(other) ? one : other);
const sooner = (one: number, other: number) => (one < other || Number.isNaN(other) ? one : other);

type Moments = Record<DayMoment, number>;

/** The six moments in milliseconds, without the method's own minutes, not rounded. NaN where the sun gives none. */
function referenceMoments(sky: Sky, date: CalendarDay, choices: Choices): Moments {
  const method = parametersOf(choices.method);
  const latitude = Math.abs(sky.latitude);
  const utc = Date.UTC(date.year, date.month - 1, date.day);
  const middle = utc + (12 - sky.longitude / 15) * hour - daysAhead(sky) * day;
  const highest = extremeNear(sky, middle, 1);
  const highestNext = extremeNear(sky, middle + day, 1);
  const lowestBefore = extremeNear(sky, middle - day / 2, -1);
  const lowestAfter = extremeNear(sky, middle + day / 2, -1);
  const morning = (altitude: number) => instantAt(sky, altitude, highest, lowestBefore);
  const evening = (altitude: number) => instantAt(sky, altitude, highest, lowestAfter);

  const sunrise = morning(-5 / 6);
  const sunset = evening(-5 / 6);
  const night = instantAt(sky, -5 / 6, highestNext, lowestAfter) - sunset;
  // At the meridian, which is up to a minute from the highest point: the sun also moves north or south.
  const dhuhr = middle - (sunAt(middle).ahead / 15) * hour;
  const shadowAtNoon = 1 / Math.tan(altitudeOf(sky, highest) * radians);
  const shadow = shadowAtNoon + (choices.asr === 'hanafi' ? 2 : 1);
  const asrBySun = evening(Math.atan(1 / shadow) / radians);
  // Where the sun barely rises, the shadow has grown by that much within seconds of the highest point.
  const asr = Math.max(asrBySun, dhuhr + 1);

  let fajr = morning(-method.fajrAngle);
  let isha = evening(-method.ishaAngle);
  if (choices.method === 'MoonsightingCommittee') {
    const twilight = seasonalTwilight(sky, date);
    if (latitude >= 55) {
      fajr = sunrise - night / 7;
      isha = sunset + night / 7;
    }
    fajr = later(sunrise - twilight.morning * minute, fajr);
    isha = sooner(sunset + twilight.evening * minute, isha);
  } else {
    const part = latitude > 48 ? night / 7 : night / 2;
    fajr = later(sunrise - part, fajr);
    isha = sooner(sunset + part, isha);
  }
  if (method.ishaInterval > 0) {
    const isRamadan = choices.method === 'UmmAlQura' && hijriMonth.format(utc) === 'Ramadan';
    isha = sunset + (isRamadan ? 120 : method.ishaInterval) * minute;
  }
  const dusk = method.maghribAngle ? evening(-method.maghribAngle) : Number.NaN;
  const maghrib = dusk < isha ? dusk : sunset;
  return { fajr, sunrise, dhuhr, asr, maghrib, isha };
}

/** The least time from one moment to the next. NaN if one does not exist. */
function leastGap(moments: Moments): number {
  const gaps = dayMoments.slice(1).map((moment, index) => {
    const before = dayMoments[index] ?? moment;
    return moments[moment] - moments[before];
  });
  return Math.min(...gaps);
}

/** The most minutes by which a time that the site shows may differ. */
const tolerance = 2;
/** By how many degrees the two calculations may place the sun apart: 0.004 at most. */
const lifts = [-4, -3, -2, -1, 1, 2, 3, 4].map((thousandths) => thousandths / 1000);

/**
 * What a comparison of the two calculations finds on a day.
 * - `six times`: by how many minutes the site's times differ at most.
 * - `on an edge`: 0.004 degrees decide whether the sun reaches an altitude. Or Isha, at a fixed time after sunset, is less than
 *   a minute from the next Fajr. Rounded the two may be the same.
 */
export type Comparison =
  | { readonly kind: 'six times'; readonly minutes: number }
  | { readonly kind: 'no six times' | 'on an edge' | 'contradiction' };

function compare(sky: Sky, date: CalendarDay, choices: Choices): Comparison {
  const shown = prayerMoments(sky, date, choices);
  const exact = referenceMoments(sky, date, choices);
  const hasSix = leastGap(exact) > 0 && exact.isha - exact.fajr < day;
  if (!shown && !hasSix) return { kind: 'no six times' };
  if (Math.abs(exact.isha - exact.fajr - day) < minute) return { kind: 'on an edge' };
  if (!shown || !hasSix) return { kind: 'contradiction' };
  const added = parametersOf(choices.method).methodAdjustments;
  const byMethod = byMoment((moment) => exact[moment] + added[moment] * minute);
  // The site leaves the method's minutes out where they would put two moments out of order.
  const expected = leastGap(byMethod) > minute ? [byMethod] : [byMethod, exact];
  const minutes = expected.map((moments) => {
    const apart = dayMoments.map((moment) => Math.abs(shown[moment].getTime() - moments[moment]) / minute);
    return Math.max(...apart);
  });
  const fewest = Math.min(...minutes);
  return fewest <= tolerance ? { kind: 'six times', minutes: fewest } : { kind: 'contradiction' };
}

/** Compares what the site shows of a day with the reference. */
export function compareWithReference(city: City, date: CalendarDay, choices: Choices): Comparison {
  const compared = compare({ ...city, lift: 0 }, date, choices);
  if (compared.kind !== 'contradiction') return compared;
  const isEdge = lifts.some((lift) => compare({ ...city, lift }, date, choices).kind !== 'contradiction');
  return isEdge ? { kind: 'on an edge' } : compared;
}
