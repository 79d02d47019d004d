import {
  ArcDefinitions,
  cardWidth,
  type DayEvent,
  EventCard,
  MomentMark,
  RisingSun,
  SkyLabel,
} from './day-arc-parts.tsx';
import { type DayFrame, type DayMoment, dayPath, equinoxDay, minutesOf, round } from './day-path.ts';
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
const sunMinute = minutesOf('06:56');
const sun = day.at(sunMinute);

/** The way the sun comes up from Fajr, ending at its place: the path of its one animation in day-arc.css. */
export const slimRise = day.line(day.minutes.fajr, sunMinute, sun);
const work = { first: '08:00', last: '09:50' } as const;
const labelSize = 15;

/** The same day for a phone: its own drawing, so that nothing is shrunk below reading size. */
export function DayArcSlim({ moments, event, label }: DayArcSlimProps) {
  const point = day.point;
  const { sunrise, maghrib } = day.minutes;
  const from = day.at((minutesOf(work.first) + minutesOf(work.last)) / 2);
  return (
    <Picture className="day-arc day-arc-slim" viewBox={`0 0 ${width} ${height}`} label={label}>
      <ArcDefinitions id={id} width={width} horizon={frame.horizon} />
      <path d={`${day.line(sunrise, maghrib)}Z`} fill={`url(#${id}-day)`} />
      <RisingSun at={sun} radius={13} id={id} />
      <g className="day-arc-night" strokeWidth="2" strokeDasharray="1 6" strokeLinecap="round">
        <path d={day.line(day.start, sunrise)} />
        <path d={day.line(maghrib, day.end)} />
      </g>
      <path
        d={day.line(sunrise, maghrib)}
        stroke={`url(#${id}-line)`}
        strokeWidth="2"
        className="day-arc-line"
      />
      <path
        d={day.line(minutesOf(work.first), minutesOf(work.last))}
        className="day-arc-line"
        stroke="#fffdf8"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <EventCard
        {...event}
        from={{ x: round(from.x), y: round(from.y) }}
        left={(width - cardWidth(event)) / 2}
        top={166}
      />
      {(['dhuhr', 'asr'] as const).map((moment) => (
        <MomentMark key={moment} at={point(moment)} radius={8} inSky />
      ))}
      {(['fajr', 'maghrib', 'isha'] as const).map((moment) => (
        <MomentMark key={moment} at={point(moment)} radius={8} inSky={false} />
      ))}
      <g fontWeight="500">
        <SkyLabel
          at={{ x: point('dhuhr').x, y: point('dhuhr').y - 30 }}
          text={moments.dhuhr}
          size={labelSize}
        />
        <SkyLabel
          at={{ x: point('asr').x + 42, y: point('asr').y - 14 }}
          text={moments.asr}
          size={labelSize}
        />
        <g fontSize={labelSize} className="day-arc-ground">
          <text x={round(point('fajr').x + 16)} y={round(point('fajr').y + 14)}>
            {moments.fajr}
          </text>
          <text x={round(point('sunrise').x + 12)} y={frame.horizon + 24}>
            {moments.sunrise}
          </text>
          <text x={round(point('maghrib').x - 12)} y={frame.horizon + 24} textAnchor="end">
            {moments.maghrib}
          </text>
          <text x={round(point('isha').x - 16)} y={round(point('isha').y + 14)} textAnchor="end">
            {moments.isha}
          </text>
        </g>
      </g>
    </Picture>
  );
}
