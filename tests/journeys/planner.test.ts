import type { Page } from '@playwright/test';
import { frames } from '../../app/drawings/arc-frames.ts';
import { cityIn } from '../../app/prayer-day/cities.fixture.ts';
import { dayAt } from '../../app/prayer-day/dates.ts';
import { prayerTimes, usualChoices } from '../../app/prayer-day/prayer-times.ts';
import { asrWords, methodWords, plannerWords } from '../../content/prayer-day.ts';
import { dayMoments, momentNames } from '../../content/prayers.ts';
import { foundCities } from '../support/found-cities.ts';
import { parts } from '../support/parts.ts';
import { expect, test } from './journey.ts';
import { plannerStatus, untilDrawn, wake } from './steps.ts';

const whose = (page: Page) => page.locator(parts.plannerWhose);
const now = (page: Page) => page.locator(parts.plannerNow);
const shownTimes = (page: Page) => page.locator(parts.plannerTime).allTextContents();
const city = (page: Page) => page.getByRole('combobox', { name: plannerWords.fields.city });
const unfold = (page: Page) => page.getByText(plannerWords.change).click();

const example = ['05:10', '06:30', '12:35', '15:55', '18:30', '19:50'];

/** The times of a day at the largest city of a zone, as the page must show them. */
function timesAt(zone: string, instant: string, name?: string): string[] {
  const city = cityIn(zone, name);
  const times = prayerTimes(city, dayAt(city, new Date(instant)), usualChoices(city));
  return dayMoments.map((name) => times?.[name] ?? '');
}

/** Visits the landing page at an instant; from then on its clock runs as the test says. */
async function visit(page: Page, instant: string): Promise<void> {
  await page.clock.install({ time: new Date(instant) });
  await page.goto('/');
  await page.keyboard.press('Shift');
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(now(page)).not.toHaveText(plannerWords.mosque, { timeout: 200 });
  }).toPass();
  await page.clock.runFor(3_000);
}

// By day, by night, and after midnight.
for (const [timezoneId, instant, name, clock, hijri] of [
  ['Europe/London', '2026-06-21T10:30:00Z', 'London', 'It is 11:30 there. Dhuhr is at 13:07.', '6 Muharram'],
  [
    'Europe/London',
    '2026-12-21T19:30:00Z',
    'London',
    'It is 19:30 there. Fajr is at 06:23 tomorrow.',
    '12 Rajab',
  ],
  [
    'Asia/Karachi',
    '2026-11-21T20:10:00Z',
    'Karachi',
    /^It is 01:10 there\. Fajr is at 05:\d\d\./,
    '12 Jumada al-Akhirah',
  ],
] as const) {
  test.describe(`in ${name} at ${instant}`, () => {
    test.use({ timezoneId });

    test('the example becomes today there: times, labels, arc, sun, tasks and words', async ({ page }) => {
      await visit(page, instant);
      const times = timesAt(timezoneId, instant);
      await expect(whose(page)).toHaveText(plannerWords.guessed(name));
      expect(await shownTimes(page)).toEqual(times);
      await expect(now(page)).toContainText(clock);
      await expect(now(page)).toContainText(plannerWords.mosque);
      const arc = page.getByRole('img', { name: plannerWords.drawn(name) });
      for (const [index, label] of Object.values(momentNames).entries())
        await expect(arc.getByText(`${label} ${times[index]}`, { exact: true })).toHaveCount(1);
      await expect(arc.locator('[data-task]')).toHaveCount(3);
      // The sun stands over the horizon by day; by night a crescent shows where it is, as far as the drawing reaches.
      const hour = /\d\d:\d\d/.exec(await now(page).innerText())?.[0] ?? '';
      const isUp = hour > (times[1] ?? '') && hour < (times[4] ?? '');
      const isOverHorizon = async () => {
        const placed = await arc.locator(parts.sunOfWideArc).locator('..').getAttribute('transform');
        return Number(placed?.match(/[\d.]+/g)?.[1]) < frames.wide.horizon;
      };
      await expect.poll(isOverHorizon, `the sun is up at ${hour}`).toBe(isUp);
    });

    test('the sketch of the app shows the same day', async ({ page }) => {
      await visit(page, instant);
      const sketch = page.locator(parts.todaySketch);
      const weekday = new Date(instant).toLocaleDateString('en-GB', {
        weekday: 'long',
        timeZone: timezoneId,
      });
      await expect(sketch.getByText(weekday, { exact: true })).toHaveCount(1);
      await expect(sketch.getByText(hijri, { exact: true })).toHaveCount(1);
      const [fajr, , ...others] = timesAt(timezoneId, instant);
      for (const time of [fajr, ...others])
        await expect(sketch.getByText(String(time), { exact: true })).toHaveCount(1);
    });
  });
}

test.describe('where there is no day to draw', () => {
  test.use({ timezoneId: 'UTC' });

  test('the example stays and says why, and a city can be chosen all the same', async ({ page }) => {
    await visit(page, '2026-12-10T11:00:00Z');
    await expect(now(page)).toContainText(plannerWords.stays.zone('UTC'));
    await unfold(page);
    await expect(page.getByLabel(plannerWords.fields.method)).toBeDisabled();
    await city(page).fill('longyear');
    await page.getByRole('option', { name: /^Longyearbyen/ }).click();
    await expect(now(page)).toContainText(plannerWords.stays.sun('Longyearbyen'));
    await expect(plannerStatus(page)).toHaveText(plannerWords.stays.sun('Longyearbyen'));
    await page.clock.runFor(5_000);
    await expect(whose(page)).toHaveText(plannerWords.example);
    await expect(page.getByRole('img', { name: plannerWords.drawnExample })).toBeVisible();
    expect(await shownTimes(page)).toEqual(example);
    await expect(page.getByRole('button', { name: plannerWords.take })).toBeHidden();

    await city(page).fill('kuala lumpur');
    await page.getByRole('option', { name: 'Kuala Lumpur, Malaysia' }).click();
    await expect(whose(page)).toHaveText(plannerWords.chosen('Kuala Lumpur'));
    expect(await shownTimes(page)).toEqual(timesAt('Asia/Kuala_Lumpur', '2026-12-10T11:00:00Z'));
  });
});

test.describe('in London’s time zone', () => {
  test.use({ timezoneId: 'Europe/London' });

  test('the minute and the day move on, also after hours in the background', async ({ page }) => {
    await visit(page, '2026-11-21T23:58:10Z');
    expect(await shownTimes(page)).toEqual(timesAt('Europe/London', '2026-11-21T12:00:00Z'));
    await page.clock.runFor(60_000);
    await expect(now(page)).toHaveText(/^It is 23:59 there\. Fajr is at \d\d:\d\d tomorrow\./);
    await page.clock.runFor(60_000);
    await expect(now(page)).toHaveText(/^It is 00:00 there\. Fajr is at \d\d:\d\d\./);
    expect(await shownTimes(page)).toEqual(timesAt('Europe/London', '2026-11-22T12:00:00Z'));
    await page.clock.fastForward('09:30:00');
    await expect(now(page)).toHaveText(/^It is 09:3\d there\. Dhuhr is at /);
  });

  test('a city is found by its name, saved as a file and kept nowhere', async ({ page }) => {
    await page.clock.setFixedTime('2026-11-25T10:00:00Z');
    await page.goto('/');
    await wake(page);
    await expect(now(page)).toContainText(/Elsewhere in this zone up to \d\d minutes earlier or later\./);
    const manchester = timesAt('Europe/London', '2026-11-25T12:00:00Z', 'Manchester');
    await test.step('a name that no city has is refused and kept', async () => {
      await page.getByText(plannerWords.change).press('Enter');
      await city(page).focus();
      await page.keyboard.type('zzz');
      await expect(city(page)).toHaveAccessibleDescription(plannerWords.noCity('zzz'));
      await expect(city(page)).toHaveAttribute('aria-invalid', 'true');
      await city(page).press('Tab');
      await expect(city(page)).toHaveValue('zzz');
    });

    await test.step('a city is chosen by Tab or by a press', async () => {
      await city(page).fill('manch');
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText(foundCities('manch'));
      await city(page).fill('glasg');
      await expect(page.getByRole('option', { name: /^Glasgow/ })).not.toHaveCount(0);
      await page.keyboard.press('Tab');
      await expect(whose(page)).toHaveText(plannerWords.chosen('Glasgow'));
      await city(page).fill('manch');
      await page.getByRole('option', { name: 'Manchester, United Kingdom' }).click();
      await expect(whose(page)).toHaveText(plannerWords.chosen('Manchester'));
      expect(await shownTimes(page)).toEqual(manchester);
    });

    await test.step('a method and a school are chosen and stay in another city', async () => {
      await page.getByLabel(plannerWords.fields.method).selectOption('UmmAlQura');
      await expect(page.getByText(methodWords.UmmAlQura.means)).toBeVisible();
      await page.getByLabel(plannerWords.fields.asr).selectOption('hanafi');
      await expect(page.getByText(asrWords.hanafi.means)).toBeVisible();
      expect(((await shownTimes(page))[3] ?? '') > (manchester[3] ?? '')).toBe(true);
      // A method chosen by hand stays in another city; the one usual there is for visitors who have not chosen.
      await city(page).fill('sao pau');
      await page.getByRole('option', { name: 'São Paulo, Brazil' }).click();
      await expect(whose(page)).toHaveText(plannerWords.chosen('São Paulo'));
      await expect(page.getByLabel(plannerWords.fields.method)).toHaveValue('UmmAlQura');
    });

    await test.step('a month of its times is saved as a file', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: plannerWords.take }).press('Enter');
      // What stands in it is held by app/prayer-day/month-calendar.test.ts.
      expect((await download).suggestedFilename()).toBe('prayer-times-sao-paulo-2026-11.ics');
      await expect(plannerStatus(page)).toHaveText(
        plannerWords.made({ file: 'prayer-times-sao-paulo-2026-11.ics', days: 30 }),
      );
    });

    await test.step('nothing is kept in the browser', async () => {
      const kept = await page.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        document.cookie,
        (await indexedDB.databases()).length,
        (await caches.keys()).length,
      ]);
      expect(kept).toEqual([0, 0, '', 0, 0]);
    });
  });

  test('the planner draws the city that was chosen last, whichever city’s file comes last', async ({
    page,
    holdBack,
  }) => {
    const file = '**/cities/Europe/Istanbul.json';
    const letItCome = await holdBack(file);
    await page.goto('/');
    await wake(page);
    await unfold(page);
    for (const [typed, name] of Object.entries({ izmir: 'İzmir, Türkiye', 'sao pau': 'São Paulo, Brazil' })) {
      await city(page).fill(typed);
      await page.getByRole('option', { name }).click();
    }
    await expect(whose(page)).toHaveText(plannerWords.chosen('São Paulo'));
    const come = page.waitForResponse(file);
    letItCome();
    await (await come).finished();
    await untilDrawn(page);
    await expect(whose(page)).toHaveText(plannerWords.chosen('São Paulo'));
  });

  test('a city whose file comes late leaves the page where the visitor is by then', async ({
    page,
    holdBack,
  }) => {
    const letItCome = await holdBack('**/cities/Europe/Istanbul.json');
    await page.goto('/');
    await wake(page);
    await unfold(page);
    await city(page).fill('izmir');
    await page.getByRole('option', { name: 'İzmir, Türkiye' }).click();
    await page.keyboard.press('Tab');
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    letItCome();
    await expect(whose(page)).toHaveText(plannerWords.chosen('İzmir'));
    await untilDrawn(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('a city whose time zone the browser does not know yet is chosen, and the page says so', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const Known = Intl.DateTimeFormat;
      Intl.DateTimeFormat = new Proxy(Known, {
        construct(target, [locale, options]: [string, Intl.DateTimeFormatOptions | undefined]) {
          if (options?.timeZone === 'America/Coyhaique') throw new RangeError('Invalid time zone specified');
          return new target(locale, options);
        },
      });
    });
    await page.goto('/');
    await wake(page);
    await unfold(page);
    await city(page).fill('coyhaique');
    await page.getByRole('option', { name: 'Coyhaique, Chile' }).click();
    await expect(city(page)).toHaveValue('Coyhaique, Chile');
    await expect(page.getByText(plannerWords.stays.clocks('Coyhaique')).first()).toBeVisible();
  });
});

test.describe('when files are lost', () => {
  test.use({ timezoneId: 'Europe/London', expectedErrors: /Failed to load resource/ });

  test('the example stays whole, and each file is asked for again at the next activity', async ({ page }) => {
    await page.route('**/assets/planner-*', (route) => route.abort());
    await page.route('**/cities/**', (route) => route.abort());
    await page.goto('/');
    const lost = page.waitForEvent('requestfailed');
    await page.keyboard.press('Shift');
    await lost;
    await expect(whose(page)).toHaveText(plannerWords.example);
    expect(await shownTimes(page)).toEqual(example);
    await expect(page.locator(parts.plannerTask)).toHaveCount(3);
    await page.unroute('**/assets/planner-*');
    await expect(async () => {
      await page.keyboard.press('Shift');
      await expect(now(page)).toContainText(plannerWords.stays.lost, { timeout: 1_000 });
    }).toPass();
    expect(await shownTimes(page)).toEqual(example);
    await page.unroute('**/cities/**');
    await page.keyboard.press('Shift');
    await expect(whose(page)).toHaveText(plannerWords.guessed('London'));
  });
});

test.describe('for readers of reduced motion', () => {
  test.use({ timezoneId: 'Asia/Jakarta', contextOptions: { reducedMotion: 'reduce' } });

  test('the example stays and says so until they draw their own day', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Shift');
    await expect(now(page)).toContainText(plannerWords.stays.motion);
    await expect(page.getByRole('img', { name: plannerWords.drawnExample })).toBeVisible();
    await page.getByRole('button', { name: plannerWords.drawMine }).click();
    expect(await shownTimes(page)).not.toContain('05:10');
    await expect(whose(page)).toHaveText(plannerWords.guessed('Jakarta'));
    await expect(page.getByRole('img', { name: plannerWords.drawn('Jakarta') })).toBeVisible();
    await expect(page.getByRole('button', { name: plannerWords.drawMine })).toBeHidden();
    await expect(page.getByRole('heading', { name: plannerWords.guessed('Jakarta') })).toBeFocused();
  });
});
