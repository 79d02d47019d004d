import type { DayMoment } from '../../content/prayers.ts';
import { type DayMinutes, type DayTimes, minutesInDay, minutesOfDay } from '../clock/clock.ts';
import { type Point, pointText } from './points.ts';

/** Where the day is put in a drawing, in the drawing's own units. */
export interface PathFrame {
  readonly left: number;
  readonly right: number;
  readonly horizon: number;
  readonly top: number;
  /** Minutes drawn before Fajr and after Isha. */
  readonly margin: number;
  /** The greatest depth of the night below the horizon: a deeper night (in winter) is compressed. */
  readonly depth?: number;
}

/** Length of a line's cubic pieces: they deviate from the sine by less than a hundredth of its height (sun-path.test.ts). */
const minutesInPiece = 180;

/** The sun's path through one day, as sunPath gives it. Throws as minutesOfDay does. */
export const sunPathOfTimes = (times: DayTimes, frame: PathFrame) => sunPath(minutesOfDay(times), frame);

export type SunPath = ReturnType<typeof sunPath>;

/**
 * Functions from minutes or moments to points of the sun's path, and to lines as SVG path data.
 *
 * Height follows the cosine of the hour angle, as the sine of the sun's true altitude does. It is shifted to be 0 at sunrise and
 * at Maghrib (some twenty minutes after sunset by the method of Tehran), and 1 at the top. Below the horizon long days lie
 * broad and shallow, short ones narrow and deep.
 */
export function sunPath(minutes: DayMinutes, frame: PathFrame) {
  const start = minutes.fajr - frame.margin;
  const end = minutes.isha + frame.margin;
  const noon = (minutes.sunrise + minutes.maghrib) / 2;
  const turn = (2 * Math.PI) / minutesInDay;
  const atHorizon = Math.cos(turn * (minutes.maghrib - noon));
  const scale = (frame.right - frame.left) / (end - start);
  const rise = frame.horizon - frame.top;

  /** 1 at the top, 0 on the horizon, negative below it. */
  const height = (minute: number) => (Math.cos(turn * (minute - noon)) - atHorizon) / (1 - atHorizon);
  const deepest = -rise * Math.min(height(start), height(end));
  // The compressed line leaves the horizon as steeply as the sine, and reaches the frame's depth where the sine is deepest.
  const compression = frame.depth && deepest > frame.depth ? 1 / frame.depth - 1 / deepest : 0;
  const compressionAt = (minute: number) => 1 + compression * Math.max(0, -rise * height(minute));
  const at = (minute: number): Point => ({
    x: frame.left + (minute - start) * scale,
    y: frame.horizon - (height(minute) * rise) / compressionAt(minute),
  });
  const slope = (minute: number) =>
    (rise * turn * Math.sin(turn * (minute - noon))) / (1 - atHorizon) / compressionAt(minute) ** 2;

  /** The curve between two minutes as cubic pieces that share the sine's tangents, in coordinates relative to `origin`. */
  function line(first: number, last: number, origin: Point = { x: 0, y: 0 }): string {
    const pieces = Math.max(1, Math.ceil((last - first) / minutesInPiece));
    const step = (last - first) / pieces;
    const from = (x: number, y: number) => pointText({ x: x - origin.x, y: y - origin.y });
    const { x, y } = at(first);
    let path = `M${from(x, y)}`;
    for (let piece = 0; piece < pieces; piece += 1) {
      const here = first + piece * step;
      const there = here + step;
      const a = at(here);
      const b = at(there);
      const third = step / 3;
      const leaving = from(a.x + third * scale, a.y + third * slope(here));
      const arriving = from(b.x - third * scale, b.y - third * slope(there));
      path += `C${leaving} ${arriving} ${from(b.x, b.y)}`;
    }
    return path;
  }

  return {
    start,
    end,
    noon,
    minutes,
    height,
    at,
    /** The minute at an x coordinate. */
    minuteAt: (x: number): number => start + (x - frame.left) / scale,
    line,
    point: (moment: DayMoment): Point => at(minutes[moment]),
  };
}
