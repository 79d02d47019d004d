import type { DayEvent } from '../../content/pages/landing/day.ts';
import type { DayMoment } from '../../content/prayers.ts';
import { cardWidth, EventCard } from './day-arc-parts.tsx';
import { ArcSky, PlannedTime, Prayers } from './day-arc-shared.tsx';
import {
  type DayFrame,
  type DayMinutes,
  equinoxDay,
  minutesOf,
  minutesOfDay,
  minutesPath,
  round,
} from './day-path.ts';
import type { DrawnDay, Stretch } from './drawn-day.ts';
import { Picture } from './picture.tsx';

export interface DayArcSlimProps {
  /** Names of the moments as the page writes them. */
  names: Readonly<Record<DayMoment, string>>;
  event: DayEvent;
  day?: DrawnDay;
  label?: string;
}

const id = 'day-arc-slim';
const width = 390;
const height = 324;
const frame: DayFrame = { left: 0, right: width, horizon: 240, top: 52, margin: 45, depth: 98 };
const offsets = { dhuhr: 30, asr: { x: 42, y: 14 }, night: { x: 16, y: 14 }, horizon: { x: 12, y: 24 } };

/** A day as this arc shows it: one plan, with its card in the middle unless the card's line would then miss the card. */
export function slimDay(minutes: DayMinutes, sun: number, work: Stretch, event: DayEvent): DrawnDay {
  const middle = (width - cardWidth(event)) / 2;
  const { x } = minutesPath(minutes, frame).at((work.first + work.last) / 2);
  const left = x < middle ? Math.max(10, x - 18) : middle;
  return { minutes, sun, planned: [work], cards: [{ left: round(left), top: 166, isShown: true }] };
}

const exampleSun = minutesOf('06:56');
const exampleWork = { first: minutesOf('08:00'), last: minutesOf('09:50') } as const;

/** The day that the page is rendered with. */
export const slimExample = (event: DayEvent): DrawnDay =>
  slimDay(minutesOfDay(equinoxDay), exampleSun, exampleWork, event);

/** The sun's path from Fajr to its place, measured from that place: the animation in day-arc.css begins where it does. */
const examplePath = minutesPath(minutesOfDay(equinoxDay), frame);
export const slimRise = examplePath.line(examplePath.minutes.fajr, exampleSun, examplePath.at(exampleSun));

/** The same day for a phone: its own drawing, so that nothing is shrunk below reading size. */
export function DayArcSlim({ names, event, day = slimExample(event), label }: DayArcSlimProps) {
  const path = minutesPath(day.minutes, frame);
  const [{ first, last } = exampleWork] = day.planned;
  const [card] = day.cards;
  const from = path.at((first + last) / 2);
  return (
    <Picture className="day-arc day-arc-slim" viewBox={`0 0 ${width} ${height}`} label={label}>
      <ArcSky
        id={id}
        frame={frame}
        day={path}
        width={width}
        sun={{ minute: day.sun, radius: 13 }}
        dash="1 6"
      />
      <PlannedTime line={path.line(first, last)} />
      {card && <EventCard {...event} {...card} from={{ x: round(from.x), y: round(from.y) }} />}
      <Prayers frame={frame} day={path} names={names} radius={8} offsets={offsets} />
    </Picture>
  );
}
