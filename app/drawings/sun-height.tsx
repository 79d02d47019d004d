import { palette } from '../../content/colours.ts';
import { minutesOf } from '../day/clock.ts';
import { equinoxDay } from '../day/example-day.ts';
import { type DayFrame, dayPath } from './day-path.ts';
import { around, Picture } from './picture.tsx';

const width = 280;
const height = 120;
const frame: DayFrame = { left: 0, right: width, horizon: 104, top: 26, margin: -50 };
const day = dayPath(equinoxDay, frame);

/** Its size and its horizon. app/pages/pricing/pricing.css repeats them as a fraction, and drawings.test.tsx compares the two. */
export const sunHeightSize = { width, height, horizon: frame.horizon };

/** Early morning, duha, and the last of the morning before noon. */
const hours = { low: '07:10', mid: '09:20', high: '12:20' } as const;

/** A morning with the sun at one of three heights. The part of its arc that has passed is drawn in gold. */
export function SunHeight({ height: sunAt }: { height: 'low' | 'mid' | 'high' }) {
  const id = `sun-height-${sunAt}`;
  const minute = minutesOf(hours[sunAt]);
  const sun = day.at(minute);
  const { sunrise, maghrib } = day.minutes;
  return (
    <Picture className="sun-height" viewBox={`0 0 ${width} ${height}`}>
      <defs>
        <radialGradient id={`${id}-glow`}>
          <stop stopColor={palette.gold} stopOpacity="0.5" />
          <stop offset="1" stopColor={palette.gold} stopOpacity="0" />
        </radialGradient>
        <clipPath id={`${id}-sky`}>
          <rect x="-80" y="-80" width="440" height={frame.horizon + 80} />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}-sky)`}>
        <circle {...around(sun)} r="64" fill={`url(#${id}-glow)`} />
        <circle {...around(sun)} r="22" stroke="var(--gold-fill)" strokeOpacity="0.7" />
        <circle {...around(sun)} r="34" stroke="var(--gold-fill)" strokeOpacity="0.4" />
      </g>
      <g strokeLinecap="round">
        <g stroke="var(--muted)" strokeWidth="2" strokeDasharray="1 6" strokeOpacity="0.55">
          <path d={day.line(minute + 26, maghrib)} />
          <path d={day.line(maghrib, day.end)} />
          <path d={day.line(day.start, sunrise)} />
        </g>
        <path d={day.line(sunrise, minute - 24)} stroke="var(--gold-fill)" strokeWidth="2.5" />
      </g>
      {/* As wide as the card below it. */}
      <path d={`M-28 ${frame.horizon}H308`} stroke="var(--line)" strokeWidth="1.5" />
      <circle {...around(sun)} r="12" fill="var(--gold-fill)" />
    </Picture>
  );
}
