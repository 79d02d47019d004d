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
const labelSize = 15;

/** The whole day at dawn, for wide screens: the prayers where the sun puts them and three events between. */
export function DayArcWide({ moments, events, label }: DayArcWideProps) {
  const point = day.point;
  const { sunrise, maghrib } = day.minutes;
  const named = (moment: DayMoment) => `${moments[moment]} ${equinoxDay[moment]}`;
  return (
    <Picture className="day-arc day-arc-wide" viewBox={`0 0 ${width} ${height}`} label={label}>
      <ArcDefinitions id={id} width={width} horizon={frame.horizon} />
      <path d={`${day.line(sunrise, maghrib)}Z`} fill={`url(#${id}-day)`} />
      <RisingSun at={sun} radius={17} id={id} />
      <g className="day-arc-night" strokeWidth="2" strokeDasharray="1 7" strokeLinecap="round">
        <path d={day.line(day.start, sunrise)} />
        <path d={day.line(maghrib, day.end)} />
      </g>
      <path
        d={day.line(sunrise, maghrib)}
        stroke={`url(#${id}-line)`}
        strokeWidth="2"
        className="day-arc-line"
      />
      {places.map(({ first, last, drop, left }, index) => {
        const event = events[index];
        if (!event) return null;
        const from = day.at((minutesOf(first) + minutesOf(last)) / 2);
        return (
          <g key={first}>
            <path
              d={day.line(minutesOf(first), minutesOf(last))}
              className="day-arc-line"
              stroke="#fffdf8"
              strokeWidth="6"
              strokeLinecap="round"
            />
            <EventCard
              {...event}
              from={{ x: round(from.x), y: round(from.y) }}
              left={round(from.x - cardWidth(event) * left)}
              top={round(from.y + drop)}
            />
          </g>
        );
      })}
      {(['dhuhr', 'asr'] as const).map((moment) => (
        <MomentMark key={moment} at={point(moment)} radius={9} inSky />
      ))}
      {(['fajr', 'maghrib', 'isha'] as const).map((moment) => (
        <MomentMark key={moment} at={point(moment)} radius={9} inSky={false} />
      ))}
      <g fontWeight="500">
        <SkyLabel
          at={{ x: point('dhuhr').x, y: point('dhuhr').y - 34 }}
          text={named('dhuhr')}
          size={labelSize}
        />
        <SkyLabel
          at={{ x: point('asr').x + 66, y: point('asr').y - 16 }}
          text={named('asr')}
          size={labelSize}
        />
        <g fontSize={labelSize} className="day-arc-ground">
          <text x={round(point('fajr').x + 20)} y={round(point('fajr').y + 9)}>
            {named('fajr')}
          </text>
          <text x={round(point('sunrise').x + 14)} y={frame.horizon + 26}>
            {named('sunrise')}
          </text>
          <text x={round(point('maghrib').x - 14)} y={frame.horizon + 26} textAnchor="end">
            {named('maghrib')}
          </text>
          <text x={round(point('isha').x - 20)} y={round(point('isha').y + 9)} textAnchor="end">
            {named('isha')}
          </text>
        </g>
      </g>
    </Picture>
  );
}
