import type { DayEvent, DayMoment } from '../../content/pages/landing.ts';
import { cardWidth, EventCard } from './day-arc-parts.tsx';
import { ArcSky, PlannedTime, Prayers } from './day-arc-shared.tsx';
import { type DayFrame, dayPath, equinoxDay, minutesOf, round } from './day-path.ts';
import { Picture } from './picture.tsx';

interface DayArcSlimProps {
  /** Names of the moments as the page writes them. */
  moments: Readonly<Record<DayMoment, string>>;
  event: DayEvent;
  label?: string;
}

const id = 'day-arc-slim';
const width = 390;
const height = 324;
const frame: DayFrame = { left: 0, right: width, horizon: 240, top: 52, margin: 45 };
const day = dayPath(equinoxDay, frame);
const offsets = { dhuhr: 30, asr: { x: 42, y: 14 }, night: { x: 16, y: 14 }, horizon: { x: 12, y: 24 } };
const sunMinute = minutesOf('06:56');
const sun = day.at(sunMinute);

/** The way the sun comes up from Fajr, ending at its place: the path of its one animation in day-arc.css. */
export const slimRise = day.line(day.minutes.fajr, sunMinute, sun);
const work = { first: '08:00', last: '09:50' } as const;

/** The same day for a phone: its own drawing, so that nothing is shrunk below reading size. */
export function DayArcSlim({ moments, event, label }: DayArcSlimProps) {
  const from = day.at((minutesOf(work.first) + minutesOf(work.last)) / 2);
  return (
    <Picture className="day-arc day-arc-slim" viewBox={`0 0 ${width} ${height}`} label={label}>
      <ArcSky id={id} frame={frame} day={day} width={width} sun={{ at: sun, radius: 13 }} dash="1 6" />
      <PlannedTime line={day.line(minutesOf(work.first), minutesOf(work.last))} />
      <EventCard
        {...event}
        from={{ x: round(from.x), y: round(from.y) }}
        left={(width - cardWidth(event)) / 2}
        top={166}
      />
      <Prayers frame={frame} day={day} names={moments} radius={8} offsets={offsets} />
    </Picture>
  );
}
