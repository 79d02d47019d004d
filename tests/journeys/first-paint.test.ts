import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { publishedArticles } from '../articles/published.ts';
import { expect, test } from './journey.ts';
import { goToFirstPaint, holdBack, layoutShifts, untilDrawn, wake } from './steps.ts';

const paths = screens.map(({ path }) => path);
const otherPaths = ['/no-such-page', '/waitlist/joined', `/blog/${publishedArticles[0]?.slug}`];

/** A hundredth of what counts as good (web.dev/articles/cls): room only for the fallback fonts of other systems. */
const mostWithLateFonts = 0.001;

/** The layout shift since the page began to load, once a visitor has come and all that follows is drawn. */
async function layoutShift(page: Page): Promise<number> {
  // A key pressed before the first script has run would not be noticed.
  await page.waitForLoadState('load');
  await wake(page);
  await untilDrawn(page);
  return (await layoutShifts(page)).reduce((sum, shift) => sum + shift, 0);
}

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

for (const { width, colorScheme } of [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 800 },
      colorScheme,
      contextOptions: { reducedMotion: 'reduce' },
      // The 404 page writes its status to the console.
      expectedErrors: /status of 404|^404: there is no page/,
    });

    for (const path of [...paths, ...otherPaths]) {
      test(`the hero of ${path} stands finished before the shared style sheet has come, and nothing moves when it comes`, async ({
        page,
      }) => {
        const letStylesCome = await holdBack(page, '**/*.css');
        await goToFirstPaint(page, path);
        expect(await page.locator('footer').count()).toBe(0);
        const first = await hero(page);
        letStylesCome();
        await page.waitForLoadState('load');
        await expect(page.locator('footer')).toBeVisible();
        expect(first.length).toBeGreaterThan(10);
        expect(await hero(page)).toEqual(first);
        expect(await layoutShift(page)).toBe(0);
      });
    }
  });
}

test('next to nothing on any page moves when its fonts come late, narrow or wide', async ({ page }) => {
  for (const path of paths) {
    for (const width of [412, 1280]) {
      await page.setViewportSize({ width, height: 823 });
      const letFontsCome = await holdBack(page, '**/*.woff2');
      await goToFirstPaint(page, path);
      letFontsCome();
      expect.soft(await layoutShift(page), `${path}, ${width} px`).toBeLessThan(mostWithLateFonts);
      await page.unrouteAll();
    }
  }
});
