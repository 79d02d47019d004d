import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { expect, test } from './journey.ts';
import { holdBack } from './steps.ts';

/** While parts of the page have estimated heights. */
const waiting = 'html[data-turns]';

/** Scrolls so deep into the page, 1 being its end, and tells what then stands in the middle of the window, and where. */
async function readOnAt(page: Page, depth: number): Promise<[text: string, top: number]> {
  await page.evaluate((share) => {
    scrollTo({ top: document.documentElement.scrollHeight * share, behavior: 'instant' });
  }, depth);
  return inMiddle(page);
}

async function inMiddle(page: Page): Promise<[text: string, top: number]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    return [element?.textContent ?? '', Math.round(element?.getBoundingClientRect().top ?? Number.NaN)];
  });
}

test.describe('on a small telephone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  for (const { path } of screens) {
    test(`the end of ${path} is laid out after its beginning, and before anybody moves`, async ({ page }) => {
      const letScriptCome = await holdBack(page, '**/assets/*.js');
      await page.goto(path, { waitUntil: 'commit' });
      const end = page.locator('footer .brand');
      const isLaidOut = () => end.evaluate((brand) => brand.checkVisibility({ contentVisibilityAuto: true }));
      await expect(end).toBeAttached();
      expect(await isLaidOut()).toBe(false);
      letScriptCome();
      await expect(page.locator(waiting)).toHaveCount(0);
      expect(await isLaidOut()).toBe(true);
    });
  }
});

test.describe('on the narrowest telephone', () => {
  test.use({ viewport: { width: 320, height: 568 } });

  for (const { path } of screens) {
    test(`${path} does not scroll sideways while parts of it wait for their turn`, async ({ page }) => {
      const letScriptCome = await holdBack(page, '**/assets/*.js');
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('footer .brand')).toBeAttached();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      letScriptCome();
    });
  }
});

for (const [path, depth] of [
  ['/', 0.5],
  ['/islam', 0.5],
  ['/islam', 0.8],
  ['/health', 0.8],
  ['/privacy', 0.5],
] as const) {
  for (const way of ['reload', 'way back'] as const) {
    test(`a ${way} leads to where the reader was, at ${depth * 100} % of ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator(waiting)).toHaveCount(0);
      const place = await readOnAt(page, depth);
      if (way === 'reload') {
        await page.reload();
      } else {
        await page.goto('/pricing');
        await page.goBack();
      }
      await expect.poll(() => inMiddle(page)).toEqual(place);
    });
  }
}

/** How far a section stands from where a link to it leads. */
async function distance(page: Page, id: string): Promise<number> {
  return page.locator(id).evaluate((section) => {
    const { scrollPaddingTop } = getComputedStyle(document.documentElement);
    return Math.round(section.getBoundingClientRect().top - Number.parseFloat(scrollPaddingTop));
  });
}

test('an address with a section leads to it', async ({ page }) => {
  await page.goto('/privacy#rights');
  await expect.poll(() => distance(page, '#rights')).toBe(0);
});

test('a link to a section leads to it before any script has come', async ({ page }) => {
  const letScriptCome = await holdBack(page, '**/assets/*.js');
  await page.goto('/privacy', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Your rights' }).click();
  await expect.poll(() => distance(page, '#rights')).toBe(0);
  letScriptCome();
  await expect(page.locator(waiting)).toHaveCount(0);
  expect(await distance(page, '#rights')).toBe(0);
});

test.describe('when the script cannot be had', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('a verse that is come to is set in its own face', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/islam');
    const verse = page.locator('[lang="ar"]').first();
    await verse.scrollIntoViewIfNeeded();
    await expect(verse).toHaveCSS('font-family', /^"Amiri Quran"/);
    const faces = () =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      );
    await expect.poll(faces).toContain('Amiri Quran');
  });
});
