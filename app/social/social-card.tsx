import type { ReactElement } from 'react';
import type { BlogCategory } from '../../content/blog-categories.ts';
import { palette } from '../../content/colours.ts';
import type { HealthContent } from '../../content/pages/health.ts';
import { prayers } from '../../content/prayers.ts';
import { site } from '../../content/site.ts';
import { ArticleCover } from '../drawings/article-cover.tsx';
import { ArcDefinitions, MomentMark, RisingSun } from '../drawings/day-arc-parts.tsx';
import { type DayFrame, dayPath } from '../drawings/day-path.ts';
import { DayRing } from '../drawings/day-ring.tsx';
import { Horizon } from '../drawings/horizon.tsx';
import { Logo } from '../drawings/logo.tsx';
import { Mihrab } from '../drawings/mihrab.tsx';
import { MoonPhase, moonPhases } from '../drawings/moon-phase.tsx';
import { StarSky } from '../drawings/patterns.tsx';
import { ReadingLamp } from '../drawings/reading-lamp.tsx';
import { khatamPath, khatamSquares } from '../drawings/shapes.ts';
import { SunHeight } from '../drawings/sun-height.tsx';
import { minutesOf } from '../prayer-day/clock.ts';
import { equinoxDay } from '../prayer-day/example-day.ts';

/** Which drawing a social image carries. The ring needs the page's own names; an article its hour and subject. */
export type SocialSubject =
  | { kind: 'landing' | 'islam' | 'blog' | 'pricing' | 'about' | 'roadmap' | 'privacy' }
  | { kind: 'health'; names: HealthContent['ring']['names'] }
  | { kind: 'article'; hour: string; category: BlogCategory };

/** Where a subject's title stands and how much room it has: beside its drawing, or above one of the whole width. */
export const titleRoom: Record<SocialSubject['kind'], { width: number; size: number; foot?: true }> = {
  landing: { width: 1076, size: 84 },
  about: { width: 1000, size: 88 },
  pricing: { width: 1056, size: 84 },
  roadmap: { width: 1056, size: 84 },
  privacy: { width: 620, size: 84, foot: true },
  islam: { width: 580, size: 84, foot: true },
  health: { width: 560, size: 80, foot: true },
  blog: { width: 560, size: 84, foot: true },
  article: { width: 510, size: 74, foot: true },
};

const frame: DayFrame = { left: 0, right: 1200, horizon: 540, top: 348, margin: 20 };
const day = dayPath(equinoxDay, frame);
const middle = { x: 0, y: 0 };

/** The landing page's day without its words, the whole width of the picture. */
function WordlessDay() {
  const { sunrise, maghrib } = day.minutes;
  return (
    <>
      <ArcDefinitions id="social-arc" width={1200} horizon={frame.horizon} />
      <rect y={frame.horizon} width="1200" height="90" fill={palette.paperByNight} />
      <path d={`${day.line(sunrise, maghrib)}Z`} fill="url(#social-arc-day)" />
      <RisingSun at={day.at(minutesOf('07:05'))} radius={22} id="social-arc" />
      <g stroke={palette.gold} strokeWidth="2.5" strokeDasharray="1 8" strokeLinecap="round">
        <path d={day.line(day.start, sunrise)} />
        <path d={day.line(maghrib, day.end)} />
      </g>
      <path d={day.line(sunrise, maghrib)} stroke="url(#social-arc-line)" strokeWidth="2.5" />
      {prayers.map((prayer) => (
        <MomentMark key={prayer} prayer={prayer} at={day.point(prayer)} radius={12} />
      ))}
    </>
  );
}

/** A page's drawing in its place in the social image of 1200 by 630. */
function SocialDrawing({ subject }: { subject: SocialSubject }): ReactElement {
  const boxed = (x: number, y: number, width: number, height: number, drawing: ReactElement) => (
    <svg x={x} y={y} width={width} height={height} aria-hidden="true">
      {drawing}
    </svg>
  );
  switch (subject.kind) {
    case 'islam':
      return boxed(704, 40, 456, 550, <Mihrab />);
    case 'health':
      return boxed(664, 70, 520, 490, <DayRing names={subject.names} />);
    case 'blog':
      return boxed(600, 70, 600, 490, <ReadingLamp />);
    case 'article':
      return boxed(640, 0, 560, 630, <ArticleCover hour={subject.hour} category={subject.category} />);
    case 'landing':
      return <WordlessDay />;
    case 'about':
      return (
        <>
          <Horizon />
          <rect width="1200" height="440" fill="url(#social-shade)" />
        </>
      );
    case 'pricing':
      return (
        <>
          <path d="M0 531H1200" stroke={palette.haze} strokeOpacity="0.7" strokeWidth="1.5" />
          {(['low', 'mid', 'high'] as const).map((height, index) => (
            <svg
              key={height}
              x={72 + index * 366}
              y="390"
              width="324"
              height="180"
              overflow="visible"
              aria-hidden="true"
            >
              <SunHeight height={height} />
            </svg>
          ))}
        </>
      );
    case 'roadmap':
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
    case 'privacy':
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
}

/** Breaks a title into lines that fit, of similar length if possible, so that no last word stands alone. */
function linesOf(title: string, room: number, size: number): string[] {
  const fill = (limit: number) => {
    const lines: string[] = [];
    for (const word of title.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      // About how wide a text is in Instrument Serif.
      if (longer.length * size * 0.38 <= limit) lines.splice(-1, 1, longer);
      else lines.push(word);
    }
    return lines;
  };
  const fewest = fill(room).length;
  let limit = room;
  while (limit > 200 && fill(limit - 20).length === fewest) limit -= 20;
  return fill(limit);
}

/** The picture shown where a page's URL is shared: 1200 by 630, the page's title over its own drawing. */
export function SocialCard({ title, subject }: { title: string; subject: SocialSubject }) {
  const { width, size, foot } = titleRoom[subject.kind];
  const lines = linesOf(title, width, size);
  const first = foot ? 556 - (lines.length - 1) * size * 1.04 : 176 + size * 0.72;
  const dawn = subject.kind === 'landing';
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="1200"
      height="630"
      viewBox="0 0 1200 630"
      fill="none"
      color={palette.white}
      // A static instance of the variable font has the name of its lightest weight, whatever its own weight.
      fontFamily="Figtree, Figtree Light"
      role="img"
      aria-label={title}
    >
      <defs>
        <linearGradient id="social-sky" x2="0" y2={dawn ? 540 : 630} gradientUnits="userSpaceOnUse">
          <stop stopColor={palette.night} />
          <stop offset={dawn ? 0.36 : 0.7} stopColor={palette.deep} />
          <stop offset={dawn ? 0.62 : 1} stopColor={dawn ? palette.dusk : palette.nightFoot} />
          {dawn && (
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
      <rect width="1200" height="630" fill="url(#social-sky)" />
      <StarSky />
      <SocialDrawing subject={subject} />
      <svg x="72" y="62" width="64" height="44" viewBox="0 0 32 22" aria-hidden="true">
        <Logo />
      </svg>
      <g fontFamily="Instrument Serif" fill={palette.white}>
        <text x="152" y="101" fontSize="46">
          {site.name}
        </text>
        {lines.map((line, index) => (
          <text key={line} x="72" y={first + index * size * 1.04} fontSize={size}>
            {line}
          </text>
        ))}
      </g>
    </svg>
  );
}
