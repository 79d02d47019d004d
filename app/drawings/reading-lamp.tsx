import { palette } from '../../content/colours.ts';
import { minutesOf } from '../clock/clock.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { centredAt, Picture } from './picture.tsx';
import { round } from './points.ts';
import { khatamPath } from './shapes.ts';
import { type PathFrame, sunPathOfTimes } from './sun-path.ts';

const width = 560;
const height = 500;
const frame: PathFrame = { left: 44, right: 536, horizon: 432, top: 52, margin: -72 };
const path = sunPathOfTimes(equinoxDay, frame);

/** Its size and its table. app/pages/blog/blog.css repeats them as a fraction, and drawings.test.tsx compares the two. */
export const readingLampSize = { width, height, horizon: frame.horizon };

/** The lamp hangs where the afternoon's sun would be. */
const lamp = path.at(minutesOf('14:40'));
const book = { x: lamp.x, y: frame.horizon };
const { x: base } = path.point('sunrise');
const foot = `M${round(base - 34)} ${frame.horizon}A34 15 0 0 1 ${round(base + 34)} ${frame.horizon}Z`;

const page = (side: 1 | -1) => {
  const x = (value: number) => round(book.x + side * value);
  return `M${x(0)} ${book.y - 8}C${x(18)} ${book.y - 24} ${x(52)} ${book.y - 26} ${x(84)} ${book.y - 20}V${book.y - 2}C${x(52)} ${book.y - 8} ${x(18)} ${book.y - 6} ${x(0)} ${book.y + 6}Z`;
};

const cone = `M${round(lamp.x - 16)} ${round(lamp.y)}L${round(book.x - 138)} ${height}H${round(book.x + 138)}L${round(lamp.x + 16)} ${round(lamp.y)}Z`;
const neck = path.line(path.minutes.sunrise + 6, minutesOf('14:14'));
const evening = path.line(minutesOf('15:15'), path.minutes.maghrib);
const noon = khatamPath(path.point('dhuhr'), 9);

/** The arc of the day bent over a book: its sun is the lamp, and the evening lies in its pool of light. */
export function ReadingLamp() {
  return (
    <Picture className="reading-lamp" viewBox={`0 0 ${width} ${height}`}>
      <defs>
        <linearGradient id="reading-lamp-cone" x2="0" y2="1">
          <stop stopColor={palette.lamplight} stopOpacity="0.6" />
          <stop offset="1" stopColor={palette.lamplight} stopOpacity="0.16" />
        </linearGradient>
        <radialGradient id="reading-lamp-glow">
          <stop stopColor={palette.glow} stopOpacity="0.9" />
          <stop offset="0.3" stopColor={palette.glowWithin} stopOpacity="0.45" />
          <stop offset="1" stopColor={palette.glowEdge} stopOpacity="0" />
        </radialGradient>
        <radialGradient id="reading-lamp-pool">
          <stop stopColor={palette.lamplight} stopOpacity="0.75" />
          <stop offset="0.6" stopColor={palette.glowWithin} stopOpacity="0.25" />
          <stop offset="1" stopColor={palette.glowAround} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="reading-lamp-table" x2={width} y2="0" gradientUnits="userSpaceOnUse">
          <stop stopColor={palette.cream} stopOpacity="0" />
          <stop offset="0.62" stopColor={palette.cream} stopOpacity="0.85" />
          <stop offset="1" stopColor={palette.cream} stopOpacity="0" />
        </linearGradient>
        <filter id="reading-lamp-soft" x="-20%" y="-10%" width="140%" height="120%">
          <feGaussianBlur stdDeviation="9" />
        </filter>
        <clipPath id="reading-lamp-above">
          <rect width={width} height={frame.horizon} />
        </clipPath>
      </defs>
      <g clipPath="url(#reading-lamp-above)">
        <path d={cone} fill="url(#reading-lamp-cone)" filter="url(#reading-lamp-soft)" />
      </g>
      <ellipse cx={round(book.x)} cy={book.y} rx="178" ry="22" fill="url(#reading-lamp-pool)" />
      <circle {...centredAt(lamp)} r="104" fill="url(#reading-lamp-glow)" />
      <path d={`M0 ${frame.horizon}H${width}`} stroke="url(#reading-lamp-table)" strokeWidth="1.5" />
      <g strokeLinecap="round">
        <path d={evening} stroke={palette.cream} strokeWidth="2" strokeDasharray="1 7" opacity="0.7" />
        <path d={neck} className="reading-lamp-neck" stroke={palette.lamp} strokeWidth="3" />
      </g>
      <path d={foot} fill={palette.lamp} />
      <circle {...centredAt(lamp)} r="42" stroke={palette.halo} strokeOpacity="0.4" />
      <circle {...centredAt(lamp)} r="21" fill={palette.sun} />
      <path d={page(-1)} fill={palette.pageLit} />
      <path d={page(1)} fill={palette.page} />
      <g stroke={palette.writing} strokeWidth="1.25" strokeLinecap="round">
        {[0, 1].map((row) => (
          <path
            key={row}
            d={`M${round(book.x - 70)} ${book.y - 15 + row * 5}c18-3 36-2 54 4M${round(book.x + 70)} ${book.y - 15 + row * 5}c-18-3-36-2-54 4`}
          />
        ))}
      </g>
      <path d={noon} fill={palette.white} stroke={palette.deep} strokeWidth="4" paintOrder="stroke" />
    </Picture>
  );
}
