import type { DayMoment } from '../../content/prayers.ts';
import { ArcDefinitions, HiddenSun, MomentMark, RisingSun, SkyLabel } from './day-arc-parts.tsx';
import { type DayFrame, type DayPath, type Point, round } from './day-path.ts';

interface DayArc {
  id: string;
  frame: DayFrame;
  day: DayPath;
}

interface ArcSkyProps extends DayArc {
  width: number;
  sun: { minute: number; radius: number };
  /** Dash pattern of the lines before sunrise and after Maghrib. */
  dash: string;
}

/** The light of the day, the sun in it, and its whole path from night to night. */
export function ArcSky({ id, frame, day, width, sun, dash }: ArcSkyProps) {
  const { sunrise, maghrib } = day.minutes;
  const { minute, radius } = sun;
  const isDrawn = minute >= day.start && minute <= day.end;
  const at = day.at(Math.min(Math.max(minute, day.start), day.end));
  return (
    <>
      <ArcDefinitions id={id} width={width} horizon={frame.horizon} />
      <path d={`${day.line(sunrise, maghrib)}Z`} fill={`url(#${id}-day)`} />
      <RisingSun at={at} radius={radius} id={id} />
      <g className="day-arc-night" strokeWidth="2" strokeDasharray={dash} strokeLinecap="round">
        <path d={day.line(day.start, sunrise)} />
        <path d={day.line(maghrib, day.end)} />
      </g>
      <path
        d={day.line(sunrise, maghrib)}
        stroke={`url(#${id}-line)`}
        strokeWidth="2"
        className="day-arc-line"
      />
      <HiddenSun at={at} isShown={isDrawn && (minute < sunrise || minute > maghrib)} />
    </>
  );
}

/** A stretch of the day that something is planned for, as SVG path data. */
export function PlannedTime({ line }: { line: string }) {
  return <path d={line} className="day-arc-line" stroke="#fffdf8" strokeWidth="6" strokeLinecap="round" />;
}

interface PrayersProps extends Pick<DayArc, 'frame' | 'day'> {
  /** The text beside each moment. */
  names: Readonly<Record<DayMoment, string>>;
  radius: number;
  /** How far a name stands from its moment: in the sky, at the night's prayers, and under the horizon. */
  offsets: { dhuhr: number; asr: Point; night: Point; horizon: Point };
}

/** The five prayers and the sunrise on the arc, with their names. */
export function Prayers({ frame, day, names, radius, offsets }: PrayersProps) {
  const { fajr, sunrise, dhuhr, asr, maghrib, isha } = Object.fromEntries(
    (Object.keys(names) as DayMoment[]).map((moment) => [moment, day.point(moment)]),
  ) as Record<DayMoment, Point>;
  const { night, horizon } = offsets;
  const size = 15;
  const below = frame.horizon + horizon.y;
  // Where twilight is short or shallow, the names at night and at the horizon would overlap; on a short day so would these two.
  const nightName = (at: Point) => round(Math.max(at.y + night.y, below + size * 1.4));
  const isShort =
    maghrib.x - sunrise.x < (names.sunrise.length + names.maghrib.length) * size * 0.6 + horizon.x * 2;
  const asrName = (names.asr.length * 0.56 + 1.5) * size;
  const asrAt = Math.min(asr.x + offsets.asr.x, frame.right - asrName / 2);
  return (
    <>
      <MomentMark at={dhuhr} radius={radius} inSky />
      <MomentMark at={asr} radius={radius} inSky />
      <MomentMark at={fajr} radius={radius} inSky={false} />
      <MomentMark at={maghrib} radius={radius} inSky={false} />
      <MomentMark at={isha} radius={radius} inSky={false} />
      <g fontWeight="500">
        <SkyLabel at={{ x: dhuhr.x, y: dhuhr.y - offsets.dhuhr }} text={names.dhuhr} size={size} />
        <SkyLabel at={{ x: asrAt, y: asr.y - offsets.asr.y }} text={names.asr} size={size} />
        <g fontSize={size} className="day-arc-ground">
          <text x={round(fajr.x + night.x)} y={nightName(fajr)}>
            {names.fajr}
          </text>
          <text x={round(sunrise.x + horizon.x)} y={below}>
            {names.sunrise}
          </text>
          <text x={round(maghrib.x - horizon.x)} y={isShort ? below + size : below} textAnchor="end">
            {names.maghrib}
          </text>
          <text x={round(isha.x - night.x)} y={nightName(isha)} textAnchor="end">
            {names.isha}
          </text>
        </g>
      </g>
    </>
  );
}
