// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownDayWords as words } from '../../content/own-day.ts';
import { landing } from '../../content/pages/landing.ts';
import { LandingHero } from '../pages/landing/hero.tsx';
import { OwnDay } from '../pages/landing/own-day.tsx';
import { begin } from './controller.ts';
import { type Place, placeOfZone } from './places.ts';
import { prayerTimes } from './prayer-times.ts';
import { onShownDay } from './shown-day.ts';
import { usualChoices } from './usual-choices.ts';
import { ownDayView } from './view.ts';

const machineZone = process.env.TZ;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  if (machineZone === undefined) delete process.env.TZ;
  else process.env.TZ = machineZone;
});

const element = (selector: string) => document.querySelector(selector) as HTMLElement;

/** Begins the own day of a visitor of a time zone at a moment. happy-dom has no layout, so the arc is never in the window. */
function visit(zone: string, moment: string): void {
  process.env.TZ = zone;
  vi.setSystemTime(moment);
  document.body.innerHTML = renderToStaticMarkup(
    <>
      <LandingHero hero={landing.hero} day={landing.day} />
      <OwnDay ownDay={landing.ownDay} />
    </>,
  );
  begin(element('.hero-arc'), ownDayView(element('.own-day')));
}

const field = (id: string) => element(id) as HTMLSelectElement;

function choose(id: string, value: string): void {
  fireEvent.focus(field(id));
  fireEvent.change(field(id), { target: { value } });
}

const chosen = () => ['#own-city', '#own-method', '#own-asr'].map((id) => field(id).value);

test('a method or a school that is chosen stays in every city, and the other is the usual one there', () => {
  visit('Europe/London', '2026-11-21T10:00:00Z');
  choose('#own-asr', 'hanafi');
  choose('#own-city', 'Asia/Jakarta');
  expect(chosen()).toEqual(['Asia/Jakarta', 'Indonesia', 'hanafi']);
  visit('Europe/London', '2026-11-21T10:00:00Z');
  choose('#own-method', 'Qatar');
  choose('#own-city', 'Asia/Karachi');
  expect(chosen()).toEqual(['Asia/Karachi', 'Qatar', 'hanafi']);
});

test('late on the evening before summer time, the next Fajr is that of the next date', () => {
  visit('Europe/London', '2026-03-28T23:30:00Z');
  const london = placeOfZone('Europe/London') as Place;
  const at = prayerTimes(london, { year: 2026, month: 3, day: 29 }, usualChoices(london))?.fajr ?? '';
  expect(element('.own-day-now').textContent).toBe(words.now('23:30', 'Fajr', { at, isTomorrow: true }));
});

test('where the example stays, it is not shown again every minute', () => {
  visit('UTC', '2026-11-21T10:00:00Z');
  expect(element('.own-day-title').textContent).toBe(words.example.zone('UTC'));
  const listener = vi.fn();
  const unsubscribe = onShownDay(listener);
  vi.advanceTimersByTime(120_000);
  unsubscribe();
  expect(listener).not.toHaveBeenCalled();
});

test('where the browser does not know the clocks of a city, that is what the example says', () => {
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locale, options) {
    if (options?.timeZone === 'America/Coyhaique') throw new RangeError('Invalid time zone');
    return new DateTimeFormat(locale, options);
  });
  visit('Europe/London', '2026-11-21T10:00:00Z');
  choose('#own-city', 'America/Coyhaique');
  expect(element('.own-day-title').textContent).toBe(words.example.clocks('Coyhaique'));
});

test('an arc outside the window returns to the example without moving', () => {
  const lines = () =>
    [...element('.day-arc-wide').querySelectorAll('path')].map((path) => path.getAttribute('d'));
  visit('Europe/Oslo', '2026-12-10T11:00:00Z');
  vi.advanceTimersToNextFrame();
  const own = lines();
  choose('#own-city', 'Arctic/Longyearbyen');
  vi.advanceTimersToNextFrame();
  const shown = lines();
  vi.advanceTimersByTime(10_000);
  expect(shown).not.toEqual(own);
  expect(shown).toEqual(lines());
});
