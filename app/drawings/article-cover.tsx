import type { BlogCategory } from '../../content/blog-categories.ts';
import { evenings, mornings, palette } from '../../content/colours.ts';
import { minutesOf } from '../clock/clock.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { coverFigures, coverSize } from './cover-figures.tsx';
import { centredAt, Picture } from './picture.tsx';
import { round } from './points.ts';
import { crescentPath, newMoon } from './shapes.ts';
import { evenlySpread } from './stars.ts';
import { sunPathOfTimes } from './sun-path.ts';

/** The red, green and blue of `#rrggbb`. */
const channelsOf = (colour: string) =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** A colour between two others, both `#rrggbb`: share 0 is the first, 1 the second. */
function mix(from: string, to: string, share: number): string {
  const target = channelsOf(to);
  const mixed = channelsOf(from).map((channel, index) => {
    const difference = (target[index] ?? channel) - channel;
    return Math.round(channel + difference * share);
  });
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The gradient stops of the sky at one height of the sun, from the top to the horizon. */
function skyStops(height: number, pastNoon: boolean) {
  const steps = pastNoon ? evenings : mornings;
  const above = steps.findIndex(([step]) => step >= height);
  // Outside the steps there is only one step to take, not two to mix.
  const high = steps.at(above);
  const low = above <= 0 ? high : steps.at(above - 1);
  if (!high || !low) return undefined;
  const [highHeight, highColours] = high;
  const [lowHeight, lowColours] = low;
  const share = high === low ? 0 : (height - lowHeight) / (highHeight - lowHeight);
  return [0, 0.42, 0.78, 1].map((offset, index) => (
    <stop
      key={offset}
      offset={offset}
      stopColor={mix(lowColours[index] ?? '', highColours[index] ?? '', share)}
    />
  ));
}

const { width, horizon } = coverSize;
/**
 * What each shape shows of the same picture. A card shows all of it. Above an article, where it is 7 by 3, there is more sky at
 * both sides, and less above and below. Beside the words of the featured article, where it is 8 by 7, there is more sky above.
 * Moon, sun and figures keep clear of the edges.
 */
const views = {
  card: { left: 0, top: 0, width, height: coverSize.height },
  wide: { left: -104, top: 47, width: 1008, height: 432 },
  tall: { left: 0, top: -216, width, height: 700 },
} as const;
const path = sunPathOfTimes(equinoxDay, { left: 0, right: width, horizon, top: 140, margin: 40 });
/** Shares of the sky's width and height. */
const starPlaces = evenlySpread(30, { x: 0.13, y: 0.29 });

/**
 * An article's picture: on the horizon the figure of its subject. One article always gets the same.
 * @param props.hour 'HH:MM': it sets the sky, and where the sun or the moon stands
 */
export function ArticleCover(props: { hour: string; category: BlogCategory; shape?: keyof typeof views }) {
  const { hour, category, shape = 'card' } = props;
  const view = views[shape];
  const { left, top, height } = view;
  const right = left + view.width;
  const skyTop = Math.min(top, 0);
  const sky = { x: left, y: skyTop, width: view.width, height: horizon - skyTop };
  const land = { ...sky, y: horizon, height: coverSize.height - horizon };
  const minute = minutesOf(hour);
  const sunUp = path.height(minute) > -0.02;
  const light = sunUp ? path.at(minute) : { x: width * (minute > path.noon ? 0.7 : 0.3), y: 104 };
  // The sun is in the east, to the left, before dawn and in the west after sunset: the moon is lit from there.
  const moon = crescentPath(light, 40, {
    ...newMoon,
    lit: minute > path.noon ? newMoon.lit : 1 - newMoon.lit,
  });
  const night = path.height(minute) < 0.08;
  const skyLine = night ? palette.cream : palette.deep;
  const id = `cover-${hour.replace(':', '')}-${category.replace(/\W+/g, '-').toLowerCase()}`;
  return (
    <Picture
      className={night ? 'article-cover' : 'article-cover cover-by-day'}
      viewBox={`${left} ${top} ${view.width} ${height}`}
      preserveAspectRatio={shape === 'tall' ? 'xMidYMax slice' : 'xMidYMid slice'}
    >
      <defs>
        <linearGradient id={`${id}-sky`} x2="0" y1={skyTop} y2={horizon} gradientUnits="userSpaceOnUse">
          {skyStops(path.height(minute), minute > path.noon)}
        </linearGradient>
        <radialGradient id={`${id}-glow`}>
          <stop stopColor={palette.sun} stopOpacity={sunUp ? 0.9 : 0.22} />
          <stop offset="0.3" stopColor={palette.glowWithin} stopOpacity={sunUp ? 0.4 : 0.08} />
          <stop offset="1" stopColor={palette.glowAround} stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}-land`} x2="0" y2="1">
          <stop stopColor={night ? palette.nightFoot : palette.landByDay} />
          <stop offset="1" stopColor={night ? palette.night : palette.deep} />
        </linearGradient>
        <clipPath id={`${id}-air`}>
          <rect {...sky} />
        </clipPath>
      </defs>
      <rect {...sky} fill={`url(#${id}-sky)`} />
      {night && (
        <g fill={palette.white}>
          {starPlaces.map(({ x, y }, index) => (
            <circle
              key={x}
              cx={round(left + x * view.width)}
              cy={round(skyTop + y * (230 - skyTop))}
              r={index % 5 === 0 ? 1.8 : 1.1}
              opacity={round((0.75 - y * 0.55) * Math.min(1, 0.35 - path.height(minute)))}
            />
          ))}
        </g>
      )}
      <g clipPath={`url(#${id}-air)`}>
        <circle {...centredAt(light)} r="230" fill={`url(#${id}-glow)`} />
        {sunUp && (
          <g strokeWidth="1.25">
            <circle {...centredAt(light)} r="58" stroke={palette.halo} strokeOpacity="0.5" />
            <circle {...centredAt(light)} r="84" stroke={palette.halo} strokeOpacity="0.28" />
            <circle {...centredAt(light)} r="38" fill={palette.sun} />
          </g>
        )}
      </g>
      {!sunUp && <path d={moon} fill={palette.crescent} />}
      <rect {...land} fill={`url(#${id}-land)`} />
      <g stroke={skyLine} strokeWidth="1.5" strokeDasharray="1 8" strokeLinecap="round" opacity="0.7">
        <path d={path.line(path.start, path.end)} />
      </g>
      {coverFigures[category]({ light, minute, skyLine })}
      <path d={`M${left} ${horizon}H${right}`} stroke={skyLine} strokeWidth="1.5" opacity="0.8" />
    </Picture>
  );
}
