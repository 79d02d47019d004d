import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';

const { members, countries, wouldRecommend } = site.figures;

test('the hero has an email field, a Join Waitlist button, the development badge and three counters', async ({
  page,
}) => {
  await page.goto('/');
  const hero = page.locator('.hero');
  await expect(hero.getByRole('textbox')).toHaveAttribute('type', 'email');
  await expect(hero.getByRole('textbox')).not.toHaveAttribute('required');
  await expect(hero.getByRole('button', { name: 'Join Waitlist' })).toBeVisible();
  await expect(hero.getByText('Now in Development')).toBeVisible();
  await expect(hero.locator('dl')).toContainText(`${members}+`);
  await expect(hero.locator('dl')).toContainText('early believers');
  await expect(hero.locator('dl')).toContainText(`${countries}`);
  await expect(hero.locator('dl')).toContainText('countries');
  await expect(hero.locator('dl')).toContainText('Beta');
  await expect(hero.locator('dl')).toContainText('Coming soon');
});

test('the first screen of a telephone says what it is, for whom and what joining brings, and holds the field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const hero = page.locator('.hero');
  for (const words of [/an app for Muslims/, /five prayers/, /early access/]) {
    await expect(hero.getByText(words)).toBeInViewport({ ratio: 1 });
  }
  await expect(hero.getByRole('textbox')).toBeInViewport({ ratio: 1 });
  await expect(hero.getByRole('button', { name: 'Join Waitlist' })).toBeInViewport({ ratio: 1 });
});

test('a counter runs from 0 to its target in two seconds once it is seen', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
  // Too low to show the figures: they are first seen when it grows.
  await page.setViewportSize({ width: 1280, height: 200 });
  await page.goto('/');
  const counter = page.locator('.hero dd').first();
  await expect(counter).toHaveText(`${members}+`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const shown = async () => Number.parseInt((await counter.textContent()) ?? '', 10);
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return shown();
    })
    .toBeLessThan(members / 6);
  await page.clock.runFor(1_000);
  expect(await shown()).toBeGreaterThan(members / 2);
  expect(await shown()).toBeLessThan(members);
  await page.clock.runFor(1_000);
  await expect(counter).toHaveText(`${members}+`);
});

test.describe('for readers of reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('counters stand at their target and the marquee stands still', async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    await page.goto('/');
    await page.keyboard.press('Shift');
    await page.clock.runFor(100);
    await expect(page.locator('[data-island]:not([data-hydrated])')).toHaveCount(0);
    await page.clock.runFor(500);
    await expect(page.locator('.hero dd').first()).toHaveText(`${members}+`);
    const lane = page
      .getByRole('region', { name: /figures/ })
      .getByRole('list')
      .first();
    expect(await lane.evaluate((list) => getComputedStyle(list).animationName)).toBe('none');
  });
});

test('each card of the three advanced groups is tagged Coming Soon', async ({ page }) => {
  await page.goto('/');
  const groups = page.locator('.group');
  await expect(groups).toHaveCount(3);
  const cards = groups.getByRole('listitem');
  expect(await cards.filter({ hasText: 'Coming Soon' }).count()).toBe(await cards.count());
});

test('the marquee carries the four figures and can be paused', async ({ page }) => {
  await page.goto('/');
  const marquee = page.getByRole('region', { name: /figures/ });
  for (const text of [
    `${members}+ waitlist members`,
    `${countries} countries`,
    `${wouldRecommend}% would recommend`,
    `${site.launchTarget.quarter} launch target`,
  ]) {
    await expect(marquee.getByRole('list').first()).toContainText(text);
  }
  const lane = marquee.getByRole('list').first();
  await marquee.getByRole('button', { name: /pause/i }).click();
  await page.mouse.move(0, 0);
  await expect(marquee.getByRole('button', { name: /again/i })).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect(await lane.evaluate((list) => getComputedStyle(list).animationPlayState)).toBe('paused');
});
