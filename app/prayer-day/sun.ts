import { dayLength } from './dates.ts';

/** Noon of 1 January 2000: the epoch J2000.0, from which the formulas count. */
const epoch = Date.UTC(2000, 0, 1, 12);

const degree = Math.PI / 180;
const sin = (degrees: number) => Math.sin(degrees * degree);
const cos = (degrees: number) => Math.cos(degrees * degree);

/**
 * Where the sun stands at an instant, in degrees: north of the equator, and west of the meridian of Greenwich.
 * After Jean Meeus, Astronomical Algorithms, 2nd edition: chapter 25 for the sun, chapter 12 for the turning of the earth.
 * The declination is right within 0.004 degrees, the hour angle within 0.01.
 */
function sunAt(instant: number) {
  const days = (instant - epoch) / dayLength;
  const centuries = days / 36_525;
  const meanLongitude = 280.46646 + 36_000.76983 * centuries;
  const anomaly = 357.52911 + 35_999.05029 * centuries;
  const center =
    (1.914602 - 0.004817 * centuries) * sin(anomaly) +
    0.019993 * sin(2 * anomaly) +
    0.000289 * sin(3 * anomaly);
  const moonsNode = 125.04 - 1_934.136 * centuries;
  const nutation = -0.00478 * sin(moonsNode);
  const aberration = -0.00569;
  const longitude = meanLongitude + center + aberration + nutation;
  const obliquity = 23.439291 - 0.0130042 * centuries + 0.00256 * cos(moonsNode);
  const rightAscension = Math.atan2(cos(obliquity) * sin(longitude), cos(longitude)) / degree;
  const siderealTime = 280.46061837 + 360.98564736629 * days + nutation * cos(obliquity);
  return {
    declination: Math.asin(sin(obliquity) * sin(longitude)) / degree,
    hourAngle: siderealTime - rightAscension,
  };
}

/** When the sun crosses a meridian, in milliseconds since 1970, and its declination then in degrees. */
interface Crossing {
  readonly instant: number;
  readonly declination: number;
}

/** The sun's crossing of a meridian (its degrees of longitude, east positive) that is nearest to an instant. */
function crossingNear(instant: number, longitude: number): Crossing {
  const turns = (sunAt(instant).hourAngle + longitude) / 360;
  // The sun gains or loses 30 seconds a day at most: within half a day, one step is right within a second or so.
  const crossing = instant - (turns - Math.round(turns)) * dayLength;
  return { instant: crossing, declination: sunAt(crossing).declination };
}

/** Noon at a longitude: the sun stands highest. */
export const noonNear = (instant: number, longitude: number) => crossingNear(instant, longitude);

/** Midnight at a longitude: the sun stands lowest. */
export const midnightNear = (instant: number, longitude: number) => crossingNear(instant, longitude + 180);

/**
 * The instant between a noon and the midnight before or after it at which the sun passes an altitude, both in degrees.
 * Between the two the sun only sinks or only rises. So the span is halved until the instant is found. This also holds where the
 * sun only just reaches the altitude: there a correction by the sun's speed would divide by almost nothing.
 * @returns NaN if the sun stays above the altitude or below it
 */
export function whenAt(altitude: number, latitude: number, noon: Crossing, midnight: Crossing): number {
  // In half a day the declination leaves a straight line by 0.0002 degrees at most.
  const isBelow = (share: number) => {
    const declination = noon.declination + share * (midnight.declination - noon.declination);
    const sineOfAltitude =
      sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(180 * share);
    return sineOfAltitude < sin(altitude);
  };
  let above = 0;
  let below = 1;
  if (isBelow(above) || !isBelow(below)) return Number.NaN;
  // Sixteen halves of twelve hours are less than a second.
  for (let step = 0; step < 16; step += 1) {
    const middle = (above + below) / 2;
    if (isBelow(middle)) below = middle;
    else above = middle;
  }
  return noon.instant + below * (midnight.instant - noon.instant);
}

/** The altitude of the sun, in degrees, when a shadow is longer than at noon by so many heights of what casts it. */
export function altitudeOfShadow(heights: number, latitude: number, noon: Crossing): number {
  const atNoon = Math.tan(Math.abs(latitude - noon.declination) * degree);
  return Math.atan(1 / (atNoon + heights)) / degree;
}
