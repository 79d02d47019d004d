import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import ical from 'ical.js';
import { dayAt } from '../../app/prayer-day/calendar-day.ts';
import { type Place, placeOfZone } from '../../app/prayer-day/places.ts';
import { prayerTimes } from '../../app/prayer-day/prayer-times.ts';
import { usualChoices } from '../../app/prayer-day/usual-choices.ts';
import { asrWords, methodWords, ownDayWords as words } from '../../content/own-day.ts';
import { landing } from '../../content/pages/landing.ts';
import { expect, test } from './journey.ts';

/** What visits of other time zones need. */
interface Visits {
  browser: Browser;
  watch: (page: Page) => void;
}

const title = (page: Page) => page.locator('.own-day-title');
const said = (page: Page) => page.locator('.own-day').getByRole('status');
const shownTimes = (page: Page) => page.locator('.own-day-times dd').allTextContents();

/** The times of a day at the place of a zone, as the page must show them. */
function timesAt(zone: string, moment: string): string[] {
  const place = placeOfZone(zone) as Place;
  return Object.values(prayerTimes(place, dayAt(place, new Date(moment)), usualChoices(place)) ?? {});
}

/** A visitor of a time zone at a moment, with the page's clock running from then on. */
async function visit({ browser, watch }: Visits, timezoneId: string, moment: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.JOURNEYS_URL as string, timezoneId });
  const page = await context.newPage();
  watch(page);
  await page.clock.install({ time: new Date(moment) });
  await page.goto('/');
  await page.keyboard.press('Shift');
  await page.clock.runFor(5_000);
  await expect(page.locator('.own-day-times')).toBeVisible();
  return page;
}

const visits = [
  ['Europe/London', '2026-06-21T10:30:00Z', 'London', 'It is 11:30 there. Dhuhr is at 13:07.'],
  ['Europe/London', '2026-12-21T19:30:00Z', 'London', 'It is 19:30 there. Fajr is at 06:22 tomorrow.'],
  ['Asia/Riyadh', '2026-11-21T15:10:00Z', 'Riyadh', /^It is 18:10 there\. Isha is at /],
  ['Asia/Jakarta', '2026-11-21T03:00:00Z', 'Jakarta', /^It is 10:00 there\. Dhuhr is at /],
  ['America/New_York', '2026-03-09T12:00:00Z', 'New York', /^It is 08:00 there\. Dhuhr is at /],
  ['Asia/Karachi', '2026-11-21T20:10:00Z', 'Karachi', /^It is 01:10 there\. Fajr is at 05:\d\d\.$/],
  ['Africa/Lagos', '2026-02-18T13:00:00Z', 'Lagos', /^It is 14:00 there\. Asr is at /],
  ['Asia/Calcutta', '2026-11-21T06:00:00Z', 'Kolkata', /^It is 11:30 there\. Asr is at /],
] as const;

test('the drawn day becomes today where the visitor is: times, labels, arc, sun and words', async ({
  browser,
  watch,
}) => {
  for (const [zone, moment, city, now] of visits) {
    const page = await visit({ browser, watch }, zone, moment);
    const times = timesAt(zone, moment);
    await expect(title(page)).toHaveText(words.guessed(city));
    expect(await shownTimes(page), zone).toEqual(times);
    await expect(page.locator('.own-day-now')).toHaveText(now);
    const arc = page.getByRole('img', { name: words.drawn(city) });
    for (const [index, name] of Object.values(landing.day.moments).entries()) {
      await expect(arc.getByText(`${name} ${times[index]}`, { exact: true })).toHaveCount(1);
    }
    // The sun stands over the horizon by day; by night a ring shows where it is, as far as the drawing reaches.
    const clock = /\d\d:\d\d/.exec(await page.locator('.own-day-now').innerText())?.[0] ?? '';
    const isUp = clock > (times[1] ?? '') && clock < (times[4] ?? '');
    const height = async () => {
      const placed = await arc.locator('.day-arc-wide-sun').locator('..').getAttribute('transform');
      return 300 - Number(placed?.match(/[\d.]+/g)?.[1]);
    };
    await expect
      .poll(async () => (await height()) > 0, { message: `${zone} at ${clock}: the sun is up` })
      .toBe(isUp);
    await page.context().close();
  }
});

test('where there is no day to draw the example stays, and says why; a city can be chosen all the same', async ({
  browser,
  watch,
}) => {
  const polar = await visit({ browser, watch }, 'Europe/Oslo', '2026-12-10T11:00:00Z');
  await polar.getByLabel(words.fields.city).focus();
  await polar.getByLabel(words.fields.city).selectOption({ label: 'Longyearbyen, Svalbard & Jan Mayen' });
  await expect(title(polar)).toHaveText(words.example.sun('Longyearbyen'));
  await expect(said(polar)).toHaveText(words.example.sun('Longyearbyen'));
  await polar.clock.runFor(5_000);
  await expect(polar.getByRole('img', { name: landing.day.label })).toBeVisible();
  expect(await shownTimes(polar)).toEqual(['05:10', '06:30', '12:35', '15:55', '18:30', '19:50']);
  await expect(polar.getByRole('button', { name: words.calendar.take })).toBeHidden();
  await polar.context().close();

  const nowhere = await visit({ browser, watch }, 'UTC', '2026-11-21T10:00:00Z');
  await expect(title(nowhere)).toHaveText(words.example.zone('UTC'));
  await expect(nowhere.getByLabel(words.fields.method)).toBeDisabled();
  await nowhere.getByLabel(words.fields.city).focus();
  await nowhere.getByLabel(words.fields.city).selectOption({ label: 'Kuala Lumpur, Malaysia' });
  await expect(title(nowhere)).toHaveText(words.chosen('Kuala Lumpur'));
  expect(await shownTimes(nowhere)).toEqual(timesAt('Asia/Kuala_Lumpur', '2026-11-21T10:00:00Z'));
  await expect(nowhere.getByLabel(words.fields.method)).toBeEnabled();
  await nowhere.context().close();
});

test('the minute moves on, a new day begins after midnight and with summer time, and a page left for hours catches up', async ({
  browser,
  watch,
}) => {
  const late = await visit({ browser, watch }, 'Europe/London', '2026-11-21T23:58:30Z');
  expect(await shownTimes(late)).toEqual(timesAt('Europe/London', '2026-11-21T12:00:00Z'));
  await late.clock.runFor(60_000);
  await expect(late.locator('.own-day-now')).toHaveText(
    /^It is 23:59 there\. Fajr is at \d\d:\d\d tomorrow\.$/,
  );
  await late.clock.runFor(60_000);
  await expect(late.locator('.own-day-now')).toHaveText(/^It is 00:00 there\. Fajr is at \d\d:\d\d\.$/);
  expect(await shownTimes(late)).toEqual(timesAt('Europe/London', '2026-11-22T12:00:00Z'));
  await late.clock.fastForward('09:30:00');
  await expect(late.locator('.own-day-now')).toHaveText(/^It is 09:3\d there\. Dhuhr is at /);
  await late.context().close();

  const spring = await visit({ browser, watch }, 'Europe/London', '2027-03-28T00:58:30Z');
  await expect(spring.locator('.own-day-now')).toHaveText(/^It is 00:58 there\. Fajr is at 0[45]:\d\d\.$/);
  expect(await shownTimes(spring)).toEqual(timesAt('Europe/London', '2027-03-28T12:00:00Z'));
  await spring.clock.runFor(120_000);
  await expect(spring.locator('.own-day-now')).toHaveText(/^It is 02:00 there\. /);
  await spring.context().close();
});

test.describe('in Karachi’s time zone', () => {
  // The file of which the first request is lost.
  test.use({ timezoneId: 'Asia/Karachi', expectedErrors: /Failed to load resource.*month-calendar/ });

  test('city, method and school are changed by the keyboard, read out, and kept nowhere; a month is downloaded as a file', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/');
    await page.keyboard.press('Shift');
    await expect(title(page)).toHaveText(words.guessed('Karachi'));
    const before = await shownTimes(page);

    const city = page.getByLabel(words.fields.city);
    await city.focus();
    await page.keyboard.type('Lagos');
    await expect(title(page)).toHaveText(words.chosen('Lagos'));
    await expect(said(page)).toHaveText(/^Drawn for Lagos: Fajr \d\d:\d\d, sunrise .* Isha \d\d:\d\d\.$/);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Umm');
    await expect(page.getByText(methodWords.UmmAlQura.means)).toBeVisible();
    await page.keyboard.press('Tab');
    const asr = (await shownTimes(page))[3] ?? '';
    await page.keyboard.type('Han');
    await expect(page.getByText(asrWords.hanafi.means)).toBeVisible();
    expect(((await shownTimes(page))[3] ?? '') > asr).toBe(true);
    // A method chosen by hand stays in another city; the one usual there is for visitors who have not chosen.
    await city.focus();
    await page.keyboard.type('Karachi');
    await expect(title(page)).toHaveText(words.guessed('Karachi'));
    await expect(page.getByLabel(words.fields.method)).toHaveValue('UmmAlQura');
    await expect(page.getByText(words.mosque)).toBeVisible();

    await page.route('**/month-calendar-*', (route) => route.abort());
    const take = page.getByRole('button', { name: words.calendar.take });
    await take.click();
    await expect(page.getByText(words.calendar.failed)).toBeVisible();
    await page.unroute('**/month-calendar-*');
    const download = page.waitForEvent('download');
    await take.press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe('prayer-times-karachi.ics');
    await expect(said(page)).toHaveText(words.calendar.made('prayer-times-karachi.ics'));
    await expect(page.getByText(words.calendar.failed)).toBeHidden();
    const calendar = new ical.Component(ical.parse(await readFile(await file.path(), 'utf8')));
    const events = calendar.getAllSubcomponents('vevent').map((event) => new ical.Event(event));
    expect(events).toHaveLength(150);
    expect(events[0]?.description).toContain(methodWords.UmmAlQura.name);
    const fajr = events[0]?.startDate.toJSDate();
    expect(fajr?.toLocaleTimeString('en-GB', { timeZone: 'Asia/Karachi', timeStyle: 'short' })).toBe(
      (await shownTimes(page))[0],
    );

    expect(
      asked.filter((url) => new URL(url).origin !== new URL(page.url()).origin && !url.startsWith('blob:')),
    ).toEqual([]);
    expect(new URL(page.url()).href.replace(/\/$/, '')).toBe(new URL(page.url()).origin);
    expect(
      await page.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        document.cookie,
        (await indexedDB.databases()).length,
        (await caches.keys()).length,
      ]),
    ).toEqual([0, 0, '', 0, 0]);
    await page.reload();
    await expect(title(page)).toHaveText(words.guessed('Karachi'));
    expect(await shownTimes(page)).toEqual(before);
  });
});

test.describe('for readers of reduced motion', () => {
  test.use({ timezoneId: 'Asia/Jakarta', contextOptions: { reducedMotion: 'reduce' } });

  test('the example stays and says so, until they draw their own day, which then stands at once', async ({
    page,
  }) => {
    await page.goto('/');
    await page.keyboard.press('Shift');
    await expect(title(page)).toHaveText(words.example.motion);
    await expect(page.getByRole('img', { name: landing.day.label })).toBeVisible();
    await page.getByRole('button', { name: words.drawMine }).click();
    // In one look: a way between would have labels at their end and a sun that is not there yet.
    const times = await shownTimes(page);
    expect(times).not.toContain('05:10');
    await expect(title(page)).toHaveText(words.guessed('Jakarta'));
    await expect(page.getByRole('button', { name: words.drawMine })).toBeHidden();
    await expect(page.getByLabel(words.fields.city)).toBeFocused();
  });
});
