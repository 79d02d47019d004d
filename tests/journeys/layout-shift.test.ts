import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { expect, test } from './journey.ts';
import { goToFirstPaint, holdBack, layoutShifts, untilDrawn, wake } from './steps.ts';

/** A hundredth of what counts as good (web.dev/articles/cls): room only for the fallback fonts of other systems. */
const mostWithLateFonts = 0.001;

/** The paths of the fonts that a page preloads. */
async function preloadedFonts(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text();
  return [...html.matchAll(/rel="preload" href="([^"]+\.woff2)"/g)].map(([, href = '']) => href);
}

/** The layout shift since the page began to load, once a visitor has come and all that follows is drawn. */
async function layoutShift(page: Page): Promise<number> {
  // A key pressed before the first script has run would not be noticed.
  await page.waitForLoadState('load');
  await wake(page);
  await untilDrawn(page);
  return (await layoutShifts(page)).reduce((sum, shift) => sum + shift, 0);
}

for (const { path } of screens) {
  test(`nothing on ${path} moves when the shared style sheet comes after its fonts`, async ({ page }) => {
    const fonts = await preloadedFonts(page, path);
    expect(fonts.length).toBeGreaterThan(1);
    const fontsAreThere = Promise.all(
      fonts.map((href) =>
        page.waitForEvent('requestfinished', (request) => new URL(request.url()).pathname === href),
      ),
    );
    const letStylesCome = await holdBack(page, '**/*.css');
    await page.goto(path, { waitUntil: 'commit' });
    await fontsAreThere;
    letStylesCome();
    expect(await layoutShift(page)).toBe(0);
  });
}

for (const width of [412, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 823 } });

    for (const { path } of screens) {
      test(`next to nothing on ${path} moves when its fonts come late`, async ({ page }) => {
        const letFontsCome = await holdBack(page, '**/*.woff2');
        await goToFirstPaint(page, path);
        letFontsCome();
        expect(await layoutShift(page)).toBeLessThan(mostWithLateFonts);
      });
    }
  });
}
