import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { publishedArticles } from '../articles/published.ts';
import { expect, test } from './journey.ts';
import { goToFirstPaint, holdBack } from './steps.ts';

const paths = [
  ...screens.map(({ path }) => path),
  '/no-such-page',
  '/waitlist/joined',
  `/blog/${publishedArticles[0]?.slug}`,
];

const sizes = [
  { width: 360, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const;

/** Where everything of the bar and of the hero stands, and how it looks. */
async function hero(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const roots = [...document.querySelectorAll('.skip-link, .site-header, #main > :first-child')];
    return roots
      .flatMap((root) => [root, ...root.querySelectorAll('*')])
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        const box = [x, y, width, height].map(Math.round).join(' ');
        const look = [style.color, style.background, style.border, style.font, style.fill, style.stroke];
        return [element.outerHTML.slice(0, 80), box, ...look].join(' | ');
      });
  });
}

for (const { width, height, colorScheme } of sizes) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height },
      colorScheme,
      contextOptions: { reducedMotion: 'reduce' },
      // The 404 page writes its status to the console.
      expectedErrors: /status of 404|^404: there is no page/,
    });

    for (const path of paths) {
      test(`the hero of ${path} stands finished before the shared style sheet has come`, async ({ page }) => {
        const letStylesCome = await holdBack(page, '**/*.css');
        await goToFirstPaint(page, path);
        expect(await page.locator('footer').count()).toBe(0);
        const first = await hero(page);
        letStylesCome();
        await page.waitForLoadState('load');
        await expect(page.locator('footer')).toBeVisible();
        expect(first.length).toBeGreaterThan(10);
        expect(await hero(page)).toEqual(first);
      });
    }
  });
}
