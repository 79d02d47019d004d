import { equinoxDay, minutesOf, type Point, round } from './day-path.ts';
import { onCircle } from './khatam-path.ts';

export const centre: Point = { x: 222, y: 216 };
/** Radius of the middle of the band that carries the day's parts. */
export const band = 142;
export const bandWidth = 44;
/** Radius of the band's outer edge, where the prayers are. */
export const outer = band + bandWidth / 2;
/** Radius of the sky inside the band. */
export const disc = band - bandWidth / 2 - 5;

/** The middle of the day is at the top, so that the sun rises on the left and the horizon lies level. */
const middle = (minutesOf(equinoxDay.sunrise) + minutesOf(equinoxDay.maghrib)) / 2;
const turnsOf = (time: string) => (minutesOf(time) - middle) / 1440;

/** The point of a time on the circle of a radius. */
export const at = (time: string, radius: number): Point => onCircle(centre, radius, turnsOf(time));

/** Whether a time lies in the upper half of the ring. */
export const isInUpperHalf = (time: string): boolean => Math.abs(turnsOf(time)) < 0.25;

/** The stretch of a circle between two times, drawn clockwise. */
export function stretch(first: string, last: string, radius: number): string {
  const [from, to] = [at(first, radius), at(last, radius)];
  const share = (turnsOf(last) - turnsOf(first) + 1) % 1;
  return `M${round(from.x)} ${round(from.y)}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${round(to.x)} ${round(to.y)}`;
}

/** The words of the night run left to right along its underside, so the line for them goes anticlockwise. */
export function underside(first: string, last: string, radius: number): string {
  const [from, to] = [at(last, radius), at(first, radius)];
  return `M${round(from.x)} ${round(from.y)}A${radius} ${radius} 0 0 0 ${round(to.x)} ${round(to.y)}`;
}

/** A straight line at a time, from one radius to another. */
export function spoke(time: string, from: number, to: number): string {
  const [start, end] = [at(time, from), at(time, to)];
  return `M${round(start.x)} ${round(start.y)}L${round(end.x)} ${round(end.y)}`;
}
