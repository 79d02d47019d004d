import { equinoxDay } from '../clock/example-day.ts';
import { type Point, pointText, round } from './points.ts';
import { type PathFrame, sunPathOfTimes } from './sun-path.ts';

/** Where the sides of the two squares cross, as a share of the distance to the star's tips. */
const notch = Math.cos(Math.PI / 4) / Math.cos(Math.PI / 8);

/** The point at an angle counted clockwise from the top. */
export function onCircle(centre: Point, radius: number, turns: number): Point {
  const angle = turns * 2 * Math.PI;
  return { x: centre.x + radius * Math.sin(angle), y: centre.y - radius * Math.cos(angle) };
}

/** A closed polygon as SVG path data. Its sides are written as steps: the same text wherever it stands compresses well. */
function polygon(centre: Point, corners: readonly Point[]): string {
  const offsets = corners.map(({ x, y }) => ({ x: round(x), y: round(y) }));
  const steps = offsets.slice(1).map(({ x, y }, index) => {
    const from = offsets[index] as Point;
    return pointText({ x: x - from.x, y: y - from.y });
  });
  const [first] = offsets as [Point];
  return `M${pointText({ x: centre.x + first.x, y: centre.y + first.y })}l${steps.join(' ')}Z`;
}

const origin: Point = { x: 0, y: 0 };

/**
 * The khatam: the outline of two squares, one turned by an eighth, on the same centre.
 * Closed SVG path data; `radius` is the distance to the tips, one of which points up.
 */
export function khatamPath(centre: Point, radius: number): string {
  const corners = Array.from({ length: 16 }, (_, index) =>
    onCircle(origin, index % 2 === 0 ? radius : radius * notch, index / 16),
  );
  return polygon(centre, corners);
}

/** The two squares themselves, drawn over one another, as SVG path data; `radius` is the distance to their corners. */
export function khatamSquares(centre: Point, radius: number): string {
  const square = (turned: number) =>
    [0, 1, 2, 3].map((corner) => onCircle(origin, radius, turned + corner / 4));
  return polygon(centre, square(0)) + polygon(centre, square(1 / 8));
}

interface CrescentShape {
  /** Where its light comes from, in turns clockwise from the top: the evening's new moon is lit from the lower right. */
  lit: number;
  /** How much of the rim is lit, in turns. */
  span: number;
  /** Radius of the inner edge as a share of the outer one. */
  inner: number;
}

/** The moon of every drawing: the first crescent after sunset, thin, lit from below where the sun has just gone. */
export const newMoon: CrescentShape = { lit: 0.39, span: 0.47, inner: 1.2 };

/** A crescent moon as closed SVG path data: the lit rim, and the flatter or tighter edge that closes it. */
export function crescentPath(centre: Point, radius: number, { lit, span, inner }: CrescentShape): string {
  const tip = onCircle(centre, radius, lit - span / 2);
  const other = onCircle(centre, radius, lit + span / 2);
  const large = span > 0.5 ? 1 : 0;
  const edge = round(radius * inner);
  return `M${pointText(tip)}A${radius} ${radius} 0 ${large} 1 ${pointText(other)}A${edge} ${edge} 0 ${large} 0 ${pointText(tip)}Z`;
}

const logoFrame: PathFrame = { left: 1, right: 31, horizon: 16.5, top: 4.5, margin: -30 };
const logoSunPath = sunPathOfTimes(equinoxDay, logoFrame);

/** The parts of the mark in a box of 32 by 22: the logo, the loading state and the app icons are drawn from these. */
export const logoParts = {
  width: 32,
  height: 22,
  /** The whole arc from end to end. */
  arc: logoSunPath.line(logoSunPath.start, logoSunPath.end),
  /** The arc in two pieces, so that there is a gap for the sun between them. */
  brokenArc: `${logoSunPath.line(logoSunPath.start, logoSunPath.noon - 275)}${logoSunPath.line(logoSunPath.noon - 95, logoSunPath.end)}`,
  horizon: `M1 ${logoFrame.horizon}H31`,
  sun: logoSunPath.at(logoSunPath.noon - 185),
  sunRadius: 4,
};
