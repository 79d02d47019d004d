// @vitest-environment happy-dom
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { day as words } from '../../content/pages/landing/day.ts';
import { withTimes } from './day-arc-names.ts';
import { DayArcSlim, slimDay } from './day-arc-slim.tsx';
import { DayArcWide, wideDay } from './day-arc-wide.tsx';
import { type DayTimes, equinoxDay, minutesOfDay } from './day-path.ts';
import { plannedOn } from './drawn-day.ts';
import { redraw } from './redraw.ts';

const december: DayTimes = {
  fajr: '06:22',
  sunrise: '08:04',
  dhuhr: '12:03',
  asr: '13:37',
  maghrib: '15:56',
  isha: '17:32',
};

function wide(times: DayTimes, sun: number): ReactElement {
  const minutes = minutesOfDay(times);
  const day = wideDay(minutes, sun, plannedOn(minutes), words.events);
  return <DayArcWide names={withTimes(words.moments, times)} events={words.events} day={day} label="a day" />;
}

function slim(times: DayTimes, sun: number): ReactElement {
  const minutes = minutesOfDay(times);
  const day = slimDay(minutes, sun, plannedOn(minutes)[0], words.events[0]);
  return <DayArcSlim names={words.moments} event={words.events[0]} day={day} label="a day" />;
}

/** The markup with sorted attributes: in the page a changed attribute keeps its place, and a new one comes last. */
const inOrder = (markup: string) =>
  markup.replace(
    /<(\w+)((?: [\w-]+="[^"]*")*)/g,
    (_all, name: string, attributes: string) =>
      `<${name} ${(attributes.match(/[\w-]+="[^"]*"/g) ?? []).toSorted().join(' ')}`,
  );

function shown(drawing: ReactElement): Element {
  document.body.innerHTML = renderToStaticMarkup(drawing);
  return document.body.firstElementChild as Element;
}

test.each([
  ['wide', wide],
  ['slim', slim],
])('the %s arc in the page is turned into the markup that React would render', (_name, draw) => {
  const arc = shown(draw(equinoxDay, 420));
  redraw(arc, draw(december, 19 * 60));
  const expected = shown(draw(december, 19 * 60)).outerHTML;
  expect(inOrder(arc.outerHTML)).toBe(inOrder(expected));
  redraw(arc, draw(equinoxDay, 420));
  expect(inOrder(arc.outerHTML)).toBe(inOrder(shown(draw(equinoxDay, 420)).outerHTML));
});
