import type { BlogCategory } from '../../content/blog-categories.ts';
import { coverFigures } from './cover-figures.tsx';
import { skyStops } from './cover-sky.ts';
import { crescentPath } from './crescent-path.ts';
import { type DayFrame, dayPath, equinoxDay, minutesOf, round } from './day-path.ts';
import { Picture } from './picture.tsx';

interface ArticleCoverProps {
  /** The article's hour, 'HH:MM': it sets the sky, and where the sun or the moon stands. */
  hour: string;
  category: BlogCategory;
}

const width = 800;
const height = 500;
const frame: DayFrame = { left: 0, right: width, horizon: 372, top: 92, margin: 40 };
const day = dayPath(equinoxDay, frame);
const starPlaces = Array.from({ length: 30 }, (_, index) => ({
  x: (index * 0.7548776662 + 0.13) % 1,
  y: (index * 0.569840291 + 0.29) % 1,
}));

/** An article's picture: the sky of its hour, and on the horizon the figure of its subject. One article always gets the same. */
export function ArticleCover({ hour, category }: ArticleCoverProps) {
  const minute = minutesOf(hour);
  const sunUp = day.height(minute) > -0.02;
  const stops = skyStops(day.height(minute), minute > day.noon);
  const sun = day.at(minute);
  const light = sunUp ? sun : { x: width * (minute > day.noon ? 0.7 : 0.3), y: 104 };
  // The sun is in the east, to the left, before dawn and in the west after sunset: the moon is lit from there.
  const moon = crescentPath({
    centre: light,
    radius: 40,
    lit: minute > day.noon ? 0.39 : 0.61,
    span: 0.5,
    inner: 1.16,
  });
  const night = day.height(minute) < 0.08;
  const scene = {
    width,
    height,
    horizon: frame.horizon,
    light,
    minute,
    land: '#12324a',
    skyLine: night ? '#f7ddb9' : '#12324a',
    landLine: '#f7ddb9',
  };
  const id = `cover-${hour.replace(':', '')}-${category.replace(/\W+/g, '-').toLowerCase()}`;
  return (
    <Picture
      className="article-cover"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
    >
      <defs>
        <linearGradient
          id={`${id}-sky`}
          x1="0"
          x2="0"
          y1="0"
          y2={frame.horizon}
          gradientUnits="userSpaceOnUse"
        >
          {stops.map(({ offset, colour }) => (
            <stop key={offset} offset={offset} stopColor={colour} />
          ))}
        </linearGradient>
        <radialGradient id={`${id}-glow`}>
          <stop stopColor="#fff4d9" stopOpacity={sunUp ? 0.9 : 0.22} />
          <stop offset="0.3" stopColor="#ffe0a3" stopOpacity={sunUp ? 0.4 : 0.08} />
          <stop offset="1" stopColor="#ffd08a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}-land`} x1="0" x2="0" y1="0" y2="1">
          <stop stopColor={night ? '#1c4059' : '#2b5870'} />
          <stop offset="1" stopColor={night ? '#0b1d2b' : '#12324a'} />
        </linearGradient>
        <clipPath id={`${id}-air`}>
          <rect width={width} height={frame.horizon} />
        </clipPath>
      </defs>
      <rect width={width} height={height} fill={`url(#${id}-sky)`} />
      {night && (
        <g fill="#fff">
          {starPlaces.map(({ x, y }, index) => (
            <circle
              key={x}
              cx={round(x * width)}
              cy={round(y * 230)}
              r={index % 5 === 0 ? 1.8 : 1.1}
              opacity={round((0.75 - y * 0.55) * Math.min(1, 0.35 - day.height(minute)))}
            />
          ))}
        </g>
      )}
      <g clipPath={`url(#${id}-air)`}>
        <circle cx={round(light.x)} cy={round(light.y)} r="230" fill={`url(#${id}-glow)`} />
        {sunUp && (
          <>
            <circle
              cx={round(sun.x)}
              cy={round(sun.y)}
              r="78"
              stroke="#fff6e0"
              strokeOpacity="0.5"
              strokeWidth="1.25"
            />
            <circle
              cx={round(sun.x)}
              cy={round(sun.y)}
              r="126"
              stroke="#fff6e0"
              strokeOpacity="0.28"
              strokeWidth="1.25"
            />
            <circle cx={round(sun.x)} cy={round(sun.y)} r="38" fill="#fff8e6" />
          </>
        )}
      </g>
      {!sunUp && <path d={moon} fill="#fbe6bf" />}
      <rect y={frame.horizon} width={width} height={height - frame.horizon} fill={`url(#${id}-land)`} />
      <path
        d={day.line(day.start, day.end)}
        stroke={scene.skyLine}
        strokeWidth="1.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
        opacity="0.7"
      />
      {coverFigures[category](scene)}
      <path d={`M0 ${frame.horizon}H${width}`} stroke={scene.skyLine} strokeWidth="1.5" opacity="0.8" />
    </Picture>
  );
}
