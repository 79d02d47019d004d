import type { DayEvent } from '../../content/pages/landing/day.ts';
import type { DayMoment } from '../../content/prayers.ts';
import { placeCards } from './day-arc-cards.ts';
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

export interface DayArcWideProps {
  /** The text beside each moment. */
  names: Readonly<Record<DayMoment, string>>;
  /** The morning's work, the midday rest and the afternoon's way home, in this order. */
  events: readonly DayEvent[];
  day?: DrawnDay;
  label?: string;
}

const id = 'day-arc-wide';
const width = 1120;
const height = 416;
const frame: DayFrame = { left: 0, right: width, horizon: 300, top: 60, margin: 30, depth: 111 };
const offsets = { dhuhr: 34, asr: { x: 66, y: 16 }, night: { x: 20, y: 9 }, horizon: { x: 14, y: 26 } };

/** Where each card hangs: how far from the arc, and how much of it lies left of its line. */
const cardOffsets = [
  { drop: 46, left: 0.1 },
  { drop: 62, left: 0.8 },
  { drop: 80, left: 0.72 },
] as const;

/** A day as this arc shows it: the cards where they fit. */
export function wideDay(
  minutes: DayMinutes,
  sun: number,
  planned: readonly Stretch[],
  events: readonly DayEvent[],
): DrawnDay {
  const cards = cardOffsets.map((hanging, index) => ({
    ...hanging,
    width: cardWidth(events[index] as DayEvent),
  }));
  return {
    minutes,
    sun,
    planned,
    cards: placeCards(cards, planned, minutesPath(minutes, frame), frame),
  };
}

const stretch = (first: string, last: string): Stretch => ({
  first: minutesOf(first),
  last: minutesOf(last),
});
const exampleSun = minutesOf('07:00');
const examplePlanned = [
  stretch('07:35', '09:35'),
  stretch('13:00', '13:25'),
  stretch('15:10', '15:40'),
] as const;

/** The day that the page is rendered with. */
export const wideExample = (events: readonly DayEvent[]): DrawnDay =>
  wideDay(minutesOfDay(equinoxDay), exampleSun, examplePlanned, events);

/** The sun's path from Fajr to its place, measured from that place: the animation in day-arc.css begins where it does. */
const examplePath = minutesPath(minutesOfDay(equinoxDay), frame);
export const wideRise = examplePath.line(examplePath.minutes.fajr, exampleSun, examplePath.at(exampleSun));

/** The whole day at dawn, for wide screens: the prayers where the sun puts them and three events between. */
export function DayArcWide({ names, events, day = wideExample(events), label }: DayArcWideProps) {
  const path = minutesPath(day.minutes, frame);
  return (
    <Picture className="day-arc day-arc-wide" viewBox={`0 0 ${width} ${height}`} label={label}>
      <ArcSky
        id={id}
        frame={frame}
        day={path}
        width={width}
        sun={{ minute: day.sun, radius: 17 }}
        dash="1 7"
      />
      {day.planned.map(({ first, last }, index) => {
        const from = path.at((first + last) / 2);
        return (
          <g key={cardOffsets[index]?.drop}>
            <PlannedTime line={path.line(first, last)} />
            <EventCard
              {...(events[index] as DayEvent)}
              {...(day.cards[index] as DrawnDay['cards'][number])}
              from={{ x: round(from.x), y: round(from.y) }}
            />
          </g>
        );
      })}
      <Prayers frame={frame} day={path} names={names} radius={9} offsets={offsets} />
    </Picture>
  );
}
