import { type Point, round } from './day-path.ts';
import { onCircle } from './khatam-path.ts';

interface CrescentShape {
  centre: Point;
  radius: number;
  /** Where its light comes from, in turns clockwise from the top: the evening's new moon is lit from the lower right. */
  lit: number;
  /** How much of the rim is lit, in turns. */
  span: number;
  /** Radius of the inner edge as a share of the outer one. */
  inner: number;
}

/** A crescent moon as closed SVG path data: the lit rim, and the flatter or tighter edge that closes it. */
export function crescentPath({ centre, radius, lit, span, inner }: CrescentShape): string {
  const [tip, other] = [onCircle(centre, radius, lit - span / 2), onCircle(centre, radius, lit + span / 2)];
  const large = span > 0.5 ? 1 : 0;
  const edge = round(radius * inner);
  return (
    `M${round(tip.x)} ${round(tip.y)}A${radius} ${radius} 0 ${large} 1 ${round(other.x)} ${round(other.y)}` +
    `A${edge} ${edge} 0 ${large} 0 ${round(tip.x)} ${round(tip.y)}Z`
  );
}
