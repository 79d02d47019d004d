import { globSync, readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { blogCategories } from '../../content/blog-categories.ts';
import { health } from '../../content/pages/health.ts';
import { clockOf, minutesOfDay } from '../clock/clock.ts';
import { equinoxDay, exampleSun } from '../clock/example-day.ts';
import { frames, wideFrom } from './arc-frames.ts';
import { ArticleCover } from './article-cover.tsx';
import { CrescentNight } from './crescent-night.tsx';
import { DayArc, drawDay } from './day-arc.tsx';
import { DayRing } from './day-ring.tsx';
import { FeatureIcon, iconNames } from './feature-icon.tsx';
import { Horizon } from './horizon.tsx';
import { Lattice } from './lattice.tsx';
import { LoadingArc, Logo } from './logo.tsx';
import { Mihrab, mihrabSize } from './mihrab.tsx';
import { Monogram } from './monogram.tsx';
import { MoonPhase, moonPhases } from './moon-phase.tsx';
import { NightPath } from './night-path.tsx';
import { KhatamPattern, KhatamStar, StarSky } from './patterns.tsx';
import { round } from './points.ts';
import { ReadingLamp, readingLampSize } from './reading-lamp.tsx';
import { khatamPath, logoParts } from './shapes.ts';
import { SunHeight } from './sun-height.tsx';
import { sunPath } from './sun-path.ts';

const styles = ['day-arc', 'drawings']
  .map((name) => readFileSync(new URL(`./${name}.css`, import.meta.url), 'utf8'))
  .join('');

const prayers = { fajr: 'Fajr', dhuhr: 'Dhuhr', asr: 'Asr', maghrib: 'Maghrib', isha: 'Isha' };
const moments = { ...prayers, sunrise: 'Sunrise' };
const tasks = (['focus', 'rest', 'errand'] as const).map((id, index) => ({
  id,
  number: index + 1,
  first: 450 + index * 200,
  last: 520 + index * 200,
  title: 'Deep work',
  text: 'Heavy traffic today',
}));
const example = (shape: 'wide' | 'slim') => drawDay(shape, minutesOfDay(equinoxDay), 420, tasks);
const label = 'What it shows';

const named = {
  'wide arc': <DayArc shape="wide" day={example('wide')} names={moments} label={label} />,
  'slim arc': <DayArc shape="slim" day={example('slim')} names={moments} label={label} />,
  ring: <DayRing words={health.ring.names} label={label} />,
  'night with bedtime': <NightPath label={label} />,
  'night of the crescent': <CrescentNight label={label} />,
};

const decorative: Record<string, ReactElement> = {
  stars: <StarSky />,
  mihrab: <Mihrab />,
  lattice: <Lattice />,
  horizon: <Horizon />,
  lamp: <ReadingLamp />,
  monogram: <Monogram firstName="Amina" />,
  logo: <Logo />,
  'star pattern': <KhatamPattern />,
  star: <KhatamStar />,
  loading: <LoadingArc />,
  icon: <FeatureIcon name="worship" />,
  'low sun': <SunHeight height="low" />,
  'middle sun': <SunHeight height="mid" />,
  'high sun': <SunHeight height="high" />,
  ...Object.fromEntries(moonPhases.map((phase) => [phase, <MoonPhase key={phase} phase={phase} />])),
  ...Object.fromEntries(
    blogCategories.map((category) => [
      category,
      <ArticleCover key={category} hour="16:20" category={category} />,
    ]),
  ),
};

const everything = Object.entries<ReactElement>({ ...named, ...decorative });

test.each(everything)('%s is whole, and a named picture or hidden from screen readers', (name, element) => {
  const markup = renderToStaticMarkup(element);
  const role = name in named ? 'role="img" aria-label="What it shows"' : 'aria-hidden="true"';
  expect(markup).toMatch(new RegExp(`^<svg[^>]* ${role}`));
  // The content security policy would drop it.
  expect(markup).not.toMatch(/ style=|<style/);
  expect(markup).not.toMatch(/NaN|undefined|Infinity/);
  const ids = new Set([...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const wanted = [...markup.matchAll(/(?:url\(|href=")#([^)"]+)/g)].map(([, id]) => id);
  expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
});

test('all drawings can stand on one page: no id is used twice', () => {
  const ids = everything.flatMap(([, element]) =>
    [...renderToStaticMarkup(element).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
  );
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('the style sheet moves each sun along its own drawing’s arc', () => {
  for (const frame of [frames.wide, frames.slim]) {
    const path = sunPath(minutesOfDay(equinoxDay), frame);
    // From Fajr to its place, measured from that place.
    const rise = path.line(path.minutes.fajr, exampleSun, path.at(exampleSun));
    const [, x, y] = /^M(\S+) (\S+?)C/.exec(rise) ?? [];
    expect(styles).toContain(`transform: translate(${x}px, ${y}px);`);
  }
  expect(styles).toContain(`path("${logoParts.arc}")`);
});

test('the style sheet shows one arc, the wide one from the width on that the script moves it at', () => {
  const rule = (width: string, shape: string) =>
    `@media (${width}) {\n  .day-arc-${shape} {\n    display: none;\n  }\n}`;
  expect(styles).toContain(rule(`width < ${wideFrom}`, 'wide'));
  expect(styles).toContain(rule(`width >= ${wideFrom}`, 'slim'));
});

test.each(iconNames)('the icon %s begins at the left edge of its box', (name) => {
  const markup = renderToStaticMarkup(<FeatureIcon name={name} />);
  const [viewBox = '', leftEdge] = /viewBox="([\d.]+) 0 44 44"/.exec(markup) ?? [];
  const margin = 10;
  const scale = 20;
  const withMargin = markup
    .replace(viewBox, `viewBox="${Number(leftEdge) - margin} 0 64 44"`)
    .replace('width="44"', 'width="64"')
    .replaceAll(/var\([^)]*\)/g, 'black')
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" stroke="black"');
  const { pixels, width } = new Resvg(withMargin, { fitTo: { mode: 'zoom', value: scale } }).render();
  let firstColumn = width;
  for (let pixel = 0; pixel < pixels.length / 4; pixel += 1) {
    const isPainted = (pixels[pixel * 4 + 3] ?? 0) > 127;
    if (isPainted) firstColumn = Math.min(firstColumn, pixel % width);
  }
  // A tenth of a unit is a tenth of a pixel.
  expect(Math.abs(firstColumn / scale - margin), `${leftEdge} is not its edge`).toBeLessThanOrEqual(0.1);
});

test('the khatam of the style sheets is the one of the drawings', () => {
  const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
  const steps =
    khatamPath({ x: 50, y: 50 }, 50)
      .match(/-?[\d.]+/g)
      ?.map(Number) ?? [];
  const corners: string[] = [];
  let x = 0;
  let y = 0;
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index] ?? 0;
    y += steps[index + 1] ?? 0;
    corners.push(`${Math.abs(round(x))}% ${Math.abs(round(y))}%`);
  }
  expect(tokens).toContain(`--khatam: polygon(${corners.join(', ')});`);
});

/** The size of an arc in its markup, and where its sky ends. */
function arcSize(arc: ReactElement) {
  const markup = renderToStaticMarkup(arc);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(markup) ?? [];
  const sky = /<clipPath id="[^"]+-sky"><rect x="-\d+" y="(-\d+)" width="\d+" height="(\d+)"/.exec(markup);
  return { width: Number(width), height: Number(height), horizon: Number(sky?.[1]) + Number(sky?.[2]) };
}

const wideArc = arcSize(named['wide arc']);
const slimArc = arcSize(named['slim arc']);

/** Where a rule places a drawing by what lies below its horizon: as a part of its width, or of its height. */
const hangs = [
  ['drawings/day-arc.css', '.day-arc-wide', wideArc, 'width'],
  ['drawings/day-arc.css', '.day-arc-slim', slimArc, 'width'],
  ['pages/landing/landing.css', '.hero-counts', slimArc, 'width'],
  ['pages/islam/islam.css', '.islam-hero-columns', mihrabSize, 'width'],
  ['pages/islam/islam.css', '.islam-hero-place', mihrabSize, 'height'],
  ['pages/blog/blog.css', '.blog-hero-lamp', readingLampSize, 'width'],
] as const;
const appFolder = new URL('..', import.meta.url);
const readSheet = (path: string) => readFileSync(new URL(path, appFolder), 'utf8');

test.each(hangs)(
  '%s: %s places its drawing by exactly what lies below its horizon',
  (path, rule, size, side) => {
    const below = size.height - size.horizon;
    expect(below).toBeGreaterThan(0);
    const [, declarations] = readSheet(path).split(`\n${rule} {\n`);
    const [inRule] = declarations?.split('\n}\n') ?? [];
    expect(inRule).toMatch(new RegExp(`calc\\(.*\\b${below} / ${size[side]}\\b`));
  },
);

test('no other rule has a fraction of a drawing', () => {
  const withFractions = globSync('**/*.css', { cwd: appFolder }).flatMap((path) =>
    [...readSheet(path).matchAll(/calc\(.*\d+ \/ \d+/g)].map(() => path.replaceAll('\\', '/')),
  );
  expect(withFractions.sort()).toEqual(hangs.map(([path]) => path).sort());
});

test('after Isha a crescent says where the night is, by day the sun', () => {
  const at = (sun: number) =>
    renderToStaticMarkup(
      <DayArc shape="wide" day={drawDay('wide', minutesOfDay(equinoxDay), sun, tasks)} names={moments} />,
    );
  expect(at(12 * 60)).not.toContain('day-arc-now');
  for (const hour of [5, 19, 23]) expect(at(hour * 60)).toContain('day-arc-now');
});

test.each([
  // The narrowest width at which each is shown, in pixels, and the units it has there.
  ['wide arc', 960 - 48, 1120],
  ['slim arc', 320, 390],
] as const)('text in the %s is at least 12 pixels high where it is smallest', (name, pixels, units) => {
  const sizes = [...renderToStaticMarkup(named[name]).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) =>
    Number(size),
  );
  expect(sizes.length).toBeGreaterThan(3);
  for (const size of sizes) expect((size * pixels) / units).toBeGreaterThanOrEqual(12);
});

test('every minute of the day has a cover', () => {
  for (let minute = 0; minute < 1440; minute += 7) {
    const cover = renderToStaticMarkup(<ArticleCover hour={clockOf(minute)} category="Productivity" />);
    expect(cover).not.toMatch(/NaN/);
    expect(cover.match(/stop-color="#[0-9a-f]{6}"/g)?.length).toBe(9);
  }
});
