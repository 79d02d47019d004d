import type { ReactElement } from 'react';
import type { BlogCategory } from '../../content/blog-categories.ts';
import { palette } from '../../content/colours.ts';
import { health } from '../../content/pages/health.ts';
import { prayers } from '../../content/prayers.ts';
import { site } from '../../content/site.ts';
import { minutesOf } from '../clock/clock.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { ArticleCover } from '../drawings/article-cover.tsx';
import { ArcDefinitions, MomentMark, RisingSun } from '../drawings/day-arc-parts.tsx';
import { DayRing } from '../drawings/day-ring.tsx';
import { Horizon } from '../drawings/horizon.tsx';
import { Logo } from '../drawings/logo.tsx';
import { Mihrab } from '../drawings/mihrab.tsx';
import { MoonPhase, moonPhases } from '../drawings/moon-phase.tsx';
import { StarSky } from '../drawings/patterns.tsx';
import { ReadingLamp } from '../drawings/reading-lamp.tsx';
import { khatamPath, khatamSquares } from '../drawings/shapes.ts';
import { SunHeight } from '../drawings/sun-height.tsx';
import { type PathFrame, sunPathOfTimes } from '../drawings/sun-path.ts';
import { widthOf } from '../drawings/text-width.ts';
import type { PageName } from '../routes.ts';

/** In pixels: what those who show it ask for. */
export const pictureSize = { width: 1200, height: 630 };
const { width, height } = pictureSize;

/** What a picture shows beside its title. */
export interface CardDesign {
  drawing: ReactElement;
  /** How wide a line of the title may be, and how large its letters are. */
  title: { width: number; size: number };
  /** Whether the title stands at the foot, beside the drawing. Otherwise it stands above one of the whole width. */
  isTitleAtFoot?: true;
  /** Whether the sky is that of dawn, and not of the night. */
  isAtDawn?: true;
}

const frame: PathFrame = { left: 0, right: width, horizon: 540, top: 348, margin: 20 };
const path = sunPathOfTimes(equinoxDay, frame);
const middle = { x: 0, y: 0 };

/** The landing page's day without its words, the whole width of the picture. */
function WordlessDay() {
  const { sunrise, maghrib } = path.minutes;
  return (
    <>
      <ArcDefinitions id="social-arc" width={width} horizon={frame.horizon} />
      <rect y={frame.horizon} width={width} height={height - frame.horizon} fill={palette.paperByNight} />
      <path d={`${path.line(sunrise, maghrib)}Z`} fill="url(#social-arc-day)" />
      <RisingSun at={path.at(minutesOf('07:05'))} radius={22} id="social-arc" />
      <g stroke={palette.gold} strokeWidth="2.5" strokeDasharray="1 8" strokeLinecap="round">
        <path d={path.line(path.start, sunrise)} />
        <path d={path.line(maghrib, path.end)} />
      </g>
      <path d={path.line(sunrise, maghrib)} stroke="url(#social-arc-line)" strokeWidth="2.5" />
      {prayers.map((prayer) => (
        <MomentMark key={prayer} prayer={prayer} at={path.point(prayer)} radius={12} />
      ))}
    </>
  );
}

function boxed(x: number, y: number, width: number, height: number, drawing: ReactElement): ReactElement {
  return (
    <svg x={x} y={y} width={width} height={height} aria-hidden="true">
      {drawing}
    </svg>
  );
}

function ThreeSuns() {
  return (
    <>
      <path d={`M0 531H${width}`} stroke={palette.haze} strokeOpacity="0.7" strokeWidth="1.5" />
      {(['low', 'mid', 'high'] as const).map((sun, index) => (
        <svg
          key={sun}
          x={72 + index * 366}
          y="390"
          width="324"
          height="180"
          overflow="visible"
          aria-hidden="true"
        >
          <SunHeight height={sun} />
        </svg>
      ))}
    </>
  );
}

function FourMoons() {
  return (
    <>
      {moonPhases.map((phase, index) => (
        <svg key={phase} x={72 + index * 276} y="350" width="228" height="228" aria-hidden="true">
          <svg viewBox="0 0 80 80" aria-hidden="true">
            <MoonPhase phase={phase} />
          </svg>
        </svg>
      ))}
    </>
  );
}

function SealedKhatam() {
  return (
    <g transform="translate(916 315)">
      <path d={khatamPath(middle, 226)} fill={palette.night} stroke={palette.gold} strokeWidth="2" />
      <path d={khatamPath(middle, 200)} stroke={palette.gold} strokeOpacity="0.55" />
      <path d={khatamSquares(middle, 118)} stroke={palette.gold} strokeOpacity="0.8" strokeWidth="1.5" />
      <circle r="34" fill={palette.sun} />
      <circle r="54" stroke={palette.sun} strokeOpacity="0.4" />
    </g>
  );
}

function ShadedHorizon() {
  return (
    <>
      <Horizon />
      <rect width={width} height="440" fill="url(#social-shade)" />
    </>
  );
}

/** The designs by page. A page that has none takes the landing page's. */
export const screenCards: Partial<Record<PageName, CardDesign>> & { landing: CardDesign } = {
  landing: {
    drawing: <WordlessDay />,
    title: { width: 1076, size: 84 },
    isAtDawn: true,
  },
  islam: {
    drawing: boxed(704, 40, 456, 550, <Mihrab />),
    title: { width: 580, size: 84 },
    isTitleAtFoot: true,
  },
  health: {
    drawing: boxed(664, 70, 520, 490, <DayRing words={health.ring.names} />),
    title: { width: 560, size: 80 },
    isTitleAtFoot: true,
  },
  blog: {
    drawing: boxed(600, 70, 600, 490, <ReadingLamp />),
    title: { width: 560, size: 84 },
    isTitleAtFoot: true,
  },
  pricing: {
    drawing: <ThreeSuns />,
    title: { width: 1056, size: 84 },
  },
  about: {
    drawing: <ShadedHorizon />,
    title: { width: 1000, size: 88 },
  },
  roadmap: {
    drawing: <FourMoons />,
    title: { width: 1056, size: 84 },
  },
  privacy: {
    drawing: <SealedKhatam />,
    title: { width: 620, size: 84 },
    isTitleAtFoot: true,
  },
};

/** An article's design. @param hour 'HH:MM': it sets the sky of its cover */
export function articleCard(hour: string, category: BlogCategory): CardDesign {
  return {
    drawing: boxed(640, 0, 560, height, <ArticleCover hour={hour} category={category} />),
    title: { width: 510, size: 74 },
    isTitleAtFoot: true,
  };
}

/** Breaks a title into lines that fit, of similar length if possible, so that no last word stands alone. */
function linesOf(title: string, room: number, size: number): string[] {
  const fill = (limit: number) => {
    const lines: string[] = [];
    for (const word of title.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (widthOf(longer, size, 'serif') <= limit) lines.splice(-1, 1, longer);
      else lines.push(word);
    }
    return lines;
  };
  const fewest = fill(room).length;
  let limit = room;
  while (limit > 200 && fill(limit - 20).length === fewest) limit -= 20;
  return fill(limit);
}

/** The picture shown where a page's URL is shared: the page's title over its own drawing. */
export function SocialCard({ title, design }: { title: string; design: CardDesign }) {
  const { drawing, isTitleAtFoot, isAtDawn } = design;
  const { size } = design.title;
  const lines = linesOf(title, design.title.width, size);
  const lineHeight = size * 1.04;
  const first = isTitleAtFoot ? 556 - (lines.length - 1) * lineHeight : 176 + size * 0.72;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      color={palette.white}
      // A static instance of the variable font has the name of its lightest weight, whatever its own weight.
      fontFamily="Figtree, Figtree Light"
      role="img"
      aria-label={title}
    >
      <defs>
        <linearGradient
          id="social-sky"
          x2="0"
          y2={isAtDawn ? frame.horizon : height}
          gradientUnits="userSpaceOnUse"
        >
          <stop stopColor={palette.night} />
          <stop offset={isAtDawn ? 0.36 : 0.7} stopColor={palette.deep} />
          <stop offset={isAtDawn ? 0.62 : 1} stopColor={isAtDawn ? palette.dusk : palette.nightFoot} />
          {isAtDawn && (
            <>
              <stop offset="0.8" stopColor={palette.haze} />
              <stop offset="0.95" stopColor={palette.peach} />
              <stop offset="1" stopColor={palette.cream} />
            </>
          )}
        </linearGradient>
        <linearGradient id="social-shade" x1="0" x2="0" y1="0" y2="1">
          <stop stopColor={palette.night} stopOpacity="0.9" />
          <stop offset="0.55" stopColor={palette.night} stopOpacity="0.55" />
          <stop offset="1" stopColor={palette.night} stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width={width} height={height} fill="url(#social-sky)" />
      <StarSky />
      {drawing}
      <svg x="72" y="62" width="64" height="44" viewBox="0 0 32 22" aria-hidden="true">
        <Logo />
      </svg>
      <g fontFamily="Instrument Serif" fill={palette.white}>
        <text x="152" y="101" fontSize="46">
          {site.name}
        </text>
        {lines.map((line, index) => (
          <text key={line} x="72" y={first + index * lineHeight} fontSize={size}>
            {line}
          </text>
        ))}
      </g>
    </svg>
  );
}
