import { palette } from '../../content/colours.ts';
import { minutesOf } from '../clock/clock.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { Picture } from './picture.tsx';
import { round } from './points.ts';
import { type PathFrame, sunPathOfTimes } from './sun-path.ts';

const width = 280;
const height = 88;
// The path begins and ends below the horizon, a little inside its ends.
const frame: PathFrame = { left: 24, right: width - 24, horizon: height, top: 10, margin: -50 };
const path = sunPathOfTimes(equinoxDay, frame);

/** Early morning, duha, and the last of the morning before noon. */
const hours = { low: '07:40', mid: '09:20', high: '12:20' } as const;

const share = (part: number, whole: number) => `${round((part / whole) * 100)}%`;

/**
 * A morning with the sun at one of three heights. The part of its arc that has passed is drawn in gold. It fills a box of any
 * shape, whose foot is the horizon: the path stretches, the sun keeps its size.
 */
export function SunHeight({ height: sunAt }: { height: 'low' | 'mid' | 'high' }) {
  const id = `sun-height-${sunAt}`;
  const minute = minutesOf(hours[sunAt]);
  const sun = path.at(minute);
  const { sunrise, maghrib } = path.minutes;
  const place = { x: share(sun.x, width), y: share(sun.y, height), overflow: 'visible' } as const;
  const unstretched = { vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <Picture className="sun-height" width="100%" height="100%" overflow="visible">
      <defs>
        <radialGradient id={`${id}-glow`}>
          <stop stopColor={palette.gold} stopOpacity="0.5" />
          <stop offset="1" stopColor={palette.gold} stopOpacity="0" />
        </radialGradient>
        <clipPath id={`${id}-sky`}>
          <rect x="-100%" y="-100%" width="300%" height="200%" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}-sky)`}>
        <svg {...place} aria-hidden="true">
          <circle r="64" fill={`url(#${id}-glow)`} />
          <circle r="22" stroke="var(--gold-fill)" strokeOpacity="0.7" />
          <circle r="34" stroke="var(--gold-fill)" strokeOpacity="0.4" />
        </svg>
      </g>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        overflow="visible"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <g stroke="var(--muted)" strokeWidth="2" strokeDasharray="1 6" strokeOpacity="0.55">
          <path d={path.line(minute + 26, maghrib)} {...unstretched} />
          <path d={path.line(maghrib, path.end)} {...unstretched} />
          <path d={path.line(path.start, sunrise)} {...unstretched} />
        </g>
        <path d={path.line(sunrise, minute)} stroke="var(--gold-fill)" strokeWidth="2.5" {...unstretched} />
      </svg>
      <rect y="100%" width="100%" height="1.5" fill="var(--line)" />
      <svg {...place} aria-hidden="true">
        <circle r="12" fill="var(--gold-fill)" />
      </svg>
    </Picture>
  );
}
