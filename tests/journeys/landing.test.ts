import { landing } from '../../content/pages/landing.ts';
import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';

const { members } = site.figures;

test('the hero has an email field, a Join Waitlist button, the development badge and three counters', async ({
  page,
}) => {
  await page.goto('/');
  const hero = page.locator('.hero');
  await expect(hero.getByRole('textbox')).toHaveAttribute('type', 'email');
  await expect(hero.getByRole('textbox')).not.toHaveAttribute('required');
  await expect(hero.getByRole('button', { name: 'Join Waitlist' })).toBeVisible();
  await expect(hero.getByText(landing.hero.badge)).toBeVisible();
  for (const { value, suffix, label } of landing.hero.counters) {
    await expect(hero.locator('dl')).toContainText(`${value}${suffix}`);
    await expect(hero.locator('dl')).toContainText(label);
  }
});

test('each card of the advanced groups is tagged Coming Soon', async ({ page }) => {
  await page.goto('/');
  const groups = page.locator('.group');
  await expect(groups).toHaveCount(landing.advanced.groups.length);
  const cards = groups.getByRole('listitem');
  const count = await cards.count();
  expect(count).toBeGreaterThan(0);
  await expect(cards.filter({ hasText: 'Coming Soon' })).toHaveCount(count);
});

test('the marquee carries the figures and can be paused', async ({ page }) => {
  await page.goto('/');
  const marquee = page.getByRole('region', { name: /figures/ });
  for (const { figure, label } of landing.stats) {
    await expect(marquee.getByRole('list').first()).toContainText(`${figure} ${label}`);
  }
  const lane = marquee.getByRole('list').first();
  await marquee.getByRole('button', { name: /pause/i }).click();
  await page.mouse.move(0, 0);
  await expect(marquee.getByRole('button', { name: /again/i })).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect(await lane.evaluate((list) => getComputedStyle(list).animationPlayState)).toBe('paused');
});

test('the first screen of a telephone says what it is, for whom and what joining brings, and holds the field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const hero = page.locator('.hero');
  for (const words of [landing.hero.lede, landing.hero.promise[0]]) {
    await expect(hero.getByText(words)).toBeInViewport({ ratio: 1 });
  }
  await expect(hero.getByRole('textbox')).toBeInViewport({ ratio: 1 });
  await expect(hero.getByRole('button', { name: 'Join Waitlist' })).toBeInViewport({ ratio: 1 });
});

/** Runs in the page: how long each animation of an element takes, in milliseconds. */
const durations = (element: Element) =>
  element.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration);

/** Runs in the page: the figure that its strip (app/ui/counters.ts) shows after so many milliseconds. */
function figureAfter(strip: Element, milliseconds: number): number {
  for (const run of strip.getAnimations()) {
    run.pause();
    run.currentTime = milliseconds;
  }
  const figures = strip.textContent.split('\n');
  const moved = new DOMMatrix(getComputedStyle(strip).transform).f;
  const line = strip.getBoundingClientRect().height / figures.length;
  return Number.parseInt(figures[Math.round(-moved / line)] ?? '', 10);
}

test('a counter runs from 0 to its target in two seconds once it is seen', async ({ page }) => {
  // Too low to show the figures: they are first seen when it grows.
  await page.setViewportSize({ width: 1280, height: 200 });
  await page.goto('/');
  const counter = page.locator('.hero dd').first();
  await expect(counter).toHaveText(`${members}+`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const strip = counter.locator('.counter-strip');
  expect(await strip.evaluate(durations)).toEqual([2_000]);
  expect(await strip.evaluate(figureAfter, 0)).toBe(0);
  expect(await strip.evaluate(figureAfter, 1_000)).toBeGreaterThan(members / 2);
  expect(await strip.evaluate(figureAfter, 1_000)).toBeLessThan(members);
  await strip.evaluate((element) => element.getAnimations().forEach((run) => void run.finish()));
  await expect(counter).toHaveText(`${members}+`);
});
