import type { ReactNode } from 'react';
import type { IconName } from '../../content/page-parts.ts';
import { equinoxDay } from '../clock/example-day.ts';
import { Khatam } from './khatam.tsx';
import { Picture } from './picture.tsx';
import { round } from './points.ts';
import { crescentPath, newMoon } from './shapes.ts';
import { sunPathOfTimes } from './sun-path.ts';

const path = sunPathOfTimes(equinoxDay, { left: 3, right: 41, horizon: 30, top: 10, margin: -38 });
const growing = { lit: 0.36, span: 0.66, inner: 0.86 };
const hilal = crescentPath({ x: 21.5, y: 27 }, 7, growing);
const moon = crescentPath({ x: 20, y: 15.5 }, 11, growing);
const nightMoon = crescentPath({ x: 32, y: 11 }, 8, newMoon);
const risen = path.at(path.noon - 190);

/** Strokes default to the icon's line colour; only ground and gold are set. */
const ground = { stroke: 'var(--icon-ground)' };
const gold = { fill: 'var(--gold-fill)', stroke: 'none' };
const goldLine = { stroke: 'var(--icon-gold)' };

interface Icon {
  /** Where the picture's first line begins, in its box of 44 units. */
  leftEdge: number;
  picture: ReactNode;
}

const icons: Record<IconName, Icon> = {
  'prayer-times': {
    leftEdge: 1.9,
    picture: (
      <>
        <path d="M3 30h38" {...ground} />
        <path d={path.line(path.start, path.noon - 275)} />
        <path d={path.line(path.noon - 105, path.end)} />
        <circle cx={round(risen.x)} cy={round(risen.y)} r="5" {...gold} />
      </>
    ),
  },
  'hijri-calendar': {
    leftEdge: 4.9,
    picture: (
      <>
        <path d="M7 16h30" {...ground} />
        <rect x="6" y="8" width="32" height="30" rx="8" />
        <path d="M15 4.5v6M29 4.5v6" />
        <path d={hilal} {...gold} />
      </>
    ),
  },
  'blessed-times': {
    leftEdge: 3.9,
    picture: (
      <>
        <circle cx="22" cy="22" r="17" {...ground} />
        <path d="M22 22V5A17 17 0 0 0 7.28 30.5Z" fill="var(--gold-fill)" stroke="none" />
        <path d="M22 5a17 17 0 0 1 14.72 25.5" />
        <path d="M22 10.5V22l8.2 4.7" />
      </>
    ),
  },
  'akhirah-dunya': {
    leftEdge: 3.5,
    picture: (
      <>
        <path d="M21 22h20M21 34.5h13" {...ground} />
        <path d="M21 9.5h17" {...ground} />
        <Khatam at={{ x: 9.5, y: 9.5 }} radius={6} {...gold} />
        <circle cx="9.5" cy="22" r="4.2" />
        <Khatam at={{ x: 9.5, y: 34.5 }} radius={6} {...gold} />
      </>
    ),
  },
  'thought-capture': {
    leftEdge: 3.9,
    picture: (
      <>
        <path d="M15 35.5H12a7 7 0 0 1-7-7V14a7 7 0 0 1 7-7h20a7 7 0 0 1 7 7v14.5a7 7 0 0 1-7 7h-8.5L16 41v-5.5" />
        <path d="M13 19v4.5M31 19v4.5" {...ground} />
        <path d="M19 15.5v11.5M25 17.5v7.5" {...goldLine} />
      </>
    ),
  },
  'sleep-health': {
    leftEdge: 2.9,
    picture: (
      <>
        <path d={moon} />
        <path d="M4 36c4.5 0 4.5-5 9-5s4.5 5 9 5 4.5-5 9-5 4.5 5 9 5" {...ground} />
        <circle cx="10" cy="10" r="2.6" {...gold} />
      </>
    ),
  },
  memorisation: {
    leftEdge: 3.9,
    picture: (
      <>
        <path d="M22 17.5C18.5 14.5 12 13.5 5 14v21c7-.5 13.5.5 17 3.5 3.5-3 10-4 17-3.5V14c-7-.5-13.5.5-17 3.5Z" />
        <path
          d="M22 17.5v20M10.5 21c2.5 0 4.8.3 6.5 1M10.5 27c2.5 0 4.8.3 6.5 1M33.5 21c-2.5 0-4.8.3-6.5 1M33.5 27c-2.5 0-4.8.3-6.5 1"
          {...ground}
        />
        <Khatam at={{ x: 22, y: 7.5 }} radius={5} {...gold} />
      </>
    ),
  },
  friends: {
    leftEdge: 3.2,
    picture: (
      <>
        <circle cx="22" cy="24.5" r="13.5" {...ground} />
        <circle cx="22" cy="10.5" r="6.5" {...gold} />
        <circle cx="10.3" cy="31" r="6" fill="var(--card)" />
        <circle cx="33.7" cy="31" r="6" fill="var(--card)" />
      </>
    ),
  },
  worship: {
    leftEdge: 2.9,
    picture: (
      <>
        <path d="M4 39.5h36" {...ground} />
        <path d="M9 39.5V22.5C9 14 15.5 9.5 22 4c6.5 5.5 13 10 13 18.5v17" />
        <path d="M15 39.5V24.5c0-4.8 3.5-7.5 7-10.5 3.5 3 7 5.7 7 10.5v15" {...ground} />
        <Khatam at={{ x: 22, y: 27.5 }} radius={4.6} {...gold} />
      </>
    ),
  },
  'hard-choices': {
    leftEdge: 3.4,
    picture: (
      <>
        <path d="M22 40V27" {...ground} />
        <path d="M22 27C22 19 9 22 9 9M22 27C22 19 35 22 35 9" />
        <path d="m4.5 13.5 4.5-5 4.5 5M30.5 13.5l4.5-5 4.5 5" />
        <Khatam at={{ x: 22, y: 7.5 }} radius={5} {...gold} />
      </>
    ),
  },
  'night-questions': {
    leftEdge: 4.9,
    picture: (
      <>
        <path d={nightMoon} {...gold} />
        <path d="M6 14h14M6 25h32" />
        <path d="M6 36h32" {...ground} />
      </>
    ),
  },
  'doctors-page': {
    leftEdge: 8.9,
    picture: (
      <>
        <path d="M10 5h17l8 8v26H10Z" />
        <path d="M16 33h13" {...ground} />
        <path d="M22.5 17v10M17.5 22h10" {...goldLine} />
      </>
    ),
  },
  body: {
    leftEdge: 3.9,
    picture: (
      <>
        <path d="M22 38.5C11 31.5 5 25 5 17.2 5 11.5 9.3 7.5 14 7.5c3.5 0 6.3 1.9 8 5 1.7-3.1 4.5-5 8-5 4.7 0 9 4 9 9.7 0 7.8-6 14.3-17 21.3Z" />
        <path d="M10.5 22h6l3-6 5 11 3-5h6" {...goldLine} />
      </>
    ),
  },
};

export const iconNames = Object.keys(icons) as IconName[];

/** A line icon beside a heading that says the same in words; hidden from screen readers for that reason. */
export function FeatureIcon({ name }: { name: IconName }) {
  const { leftEdge, picture } = icons[name];
  // Each begins where the heading below it does, however wide it is.
  const viewBox = `${leftEdge} 0 44 44`;
  return (
    <Picture className="feature-icon" width="44" height="44" viewBox={viewBox}>
      <g strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
        {picture}
      </g>
    </Picture>
  );
}
