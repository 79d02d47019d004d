import { type DayFrame, dayPath, equinoxDay } from './day-path.ts';

const frame: DayFrame = { left: 1, right: 31, horizon: 16.5, top: 4.5, margin: -30 };
const day = dayPath(equinoxDay, frame);

/** The parts of the mark in a box of 32 by 22: the logo, the loading state and the app icons are drawn from these. */
export const logoParts = {
  width: 32,
  height: 22,
  /** The whole arc from end to end. */
  arc: day.line(day.start, day.end),
  /** The arc in two pieces, so that there is a gap for the sun between them. */
  brokenArc: `${day.line(day.start, day.noon - 275)}${day.line(day.noon - 95, day.end)}`,
  horizon: `M1 ${frame.horizon}H31`,
  sun: day.at(day.noon - 185),
  sunRadius: 4,
};
