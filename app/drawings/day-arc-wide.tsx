import type { DayEvent, DayMoment } from '../../content/pages/landing.ts';
import { cardWidth, EventCard } from './day-arc-parts.tsx';
import { ArcSky, PlannedTime, Prayers } from './day-arc-shared.tsx';
import { type DayFrame, dayPath, equinoxDay, minutesOf, round } from './day-path.ts';
import { Picture } from './picture.tsx';

interface DayArcWideProps {
  /** Names of the moments as the page writes them. */
  moments: Readonly<Record<DayMoment, string>>;
  /** The morning's work, the midday rest and the afternoon's way home, in this order. */
  events: readonly [DayEvent, DayEvent, DayEvent];
  label?: string;
}

const id = 'day-arc-wide';
const width = 1120;
const height = 416;
const frame: DayFrame = { left: 0, right: width, horizon: 300, top: 60, margin: 30 };
const day = dayPath(equinoxDay, frame);
const offsets = { dhuhr: 34, asr: { x: 66, y: 16 }, night: { x: 20, y: 9 }, horizon: { x: 14, y: 26 } };

/** When each event is on, and where its card hangs: how far from the arc, and how much of it lies left of its line. */
const places = [
  { first: '07:35', last: '09:35', drop: 46, left: 0.1 },
  { first: '13:00', last: '13:25', drop: 62, left: 0.8 },
  { first: '15:10', last: '15:40', drop: 80, left: 0.72 },
] as const;

const sunMinute = minutesOf('07:00');
const sun = day.at(sunMinute);

/** The way the sun comes up from Fajr, ending at its place: the path of its one animation in day-arc.css. */
export const wideRise = day.line(day.minutes.fajr, sunMinute, sun);

/** The whole day at dawn, for wide screens: the prayers where the sun puts them and three events between. */
export function DayArcWide({ moments, events, label }: DayArcWideProps) {
  const names = Object.fromEntries(
    (Object.keys(moments) as DayMoment[]).map((moment) => [
      moment,
      `${moments[moment]} ${equinoxDay[moment]}`,
    ]),
  ) as Record<DayMoment, string>;
  return (
    <Picture className="day-arc day-arc-wide" viewBox={`0 0 ${width} ${height}`} label={label}>
      <ArcSky id={id} frame={frame} day={day} width={width} sun={{ at: sun, radius: 17 }} dash="1 7" />
      {places.map(({ first, last, drop, left }, index) => {
        const event = events[index];
        if (!event) return null;
        const from = day.at((minutesOf(first) + minutesOf(last)) / 2);
        return (
          <g key={first}>
            <PlannedTime line={day.line(minutesOf(first), minutesOf(last))} />
            <EventCard
              {...event}
              from={{ x: round(from.x), y: round(from.y) }}
              left={round(from.x - cardWidth(event) * left)}
              top={round(from.y + drop)}
            />
          </g>
        );
      })}
      <Prayers frame={frame} day={day} names={names} radius={9} offsets={offsets} />
    </Picture>
  );
}
