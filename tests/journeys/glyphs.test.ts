import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { plannerWords } from '../../content/prayer-day.ts';
import { publishedArticles } from '../articles/published.ts';
import { unfold } from '../support/scenes.ts';
import { expect, test } from './journey.ts';
import { openDialog, untilDrawn, wake } from './steps.ts';

interface PlatformFont {
  familyName: string;
  isCustomFont: boolean;
  glyphCount: number;
}

/** The texts inside an element that Chromium has drawn in a font of the system. Only pictographs may be. */
async function foreignTexts(page: Page, within = 'body'): Promise<string[]> {
  // Chromium reports the fonts of an element's own text, and two thirds of the elements have none.
  await page.evaluate(async (all) => {
    // A verse is drawn in a face of the system for its first moment, lest its own face be waited for (app/ui/scripture.css).
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    await document.fonts.ready;
    const isText = ({ nodeType, nodeValue }: Node) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '';
    for (const element of document.querySelectorAll(all)) {
      const hasContent = ['::before', '::after', '::marker'].some(
        (part) => !/^(none|normal|"")$/.test(getComputedStyle(element, part).content),
      );
      const hasText =
        [...element.childNodes].some(isText) ||
        hasContent ||
        element.matches('input, select, option, li, summary');
      element.toggleAttribute('data-has-text', hasText);
    }
  }, `${within} *`);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `${within} [data-has-text]`,
  });
  const foreign: string[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = (await session.send('CSS.getPlatformFontsForNode', { nodeId })) as {
      fonts: PlatformFont[];
    };
    if (fonts.every(({ isCustomFont }) => isCustomFont)) continue;
    const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId });
    const names = fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
    if (!/\p{Extended_Pictographic}/u.test(outerHTML)) foreign.push(`${names}: ${outerHTML.slice(0, 200)}`);
  }
  return foreign;
}

// Figures that count up are other elements from one moment to the next.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const path of [
  ...screens.map((screen) => screen.path),
  ...publishedArticles.map(({ slug }) => `/blog/${slug}`),
  '/waitlist/joined',
]) {
  test(`every glyph of ${path} is in the face that shows it`, async ({ page }) => {
    await page.goto(path);
    if (path === '/') {
      await wake(page);
      await page.getByText(plannerWords.change).click();
      // A city and a country whose letters with marks are in faces of their own.
      await page.getByRole('combobox', { name: plannerWords.fields.city }).fill('izmir');
      await page.getByRole('option', { name: 'İzmir, Türkiye' }).click();
      await expect(page.locator('.planner-whose')).toHaveText(plannerWords.chosen('İzmir'));
    }
    await page.evaluate(unfold);
    expect(await foreignTexts(page)).toEqual([]);
  });
}

test('letters with accents are drawn in the face around them, on any page', async ({ page }) => {
  await page.goto('/privacy');
  await page
    .locator('main p')
    .first()
    .evaluate((paragraph) => {
      paragraph.textContent = 'Café, naïve, Señor, Łódź, Qurʾān: £5, €5, © 2 × 3';
    });
  await page.locator('h1').evaluate((headline) => {
    headline.innerHTML = 'Café & “Łódź” <em>naïve & Šárka</em>';
  });
  await untilDrawn(page);
  expect(await foreignTexts(page, 'main')).toEqual([]);
});

test('every glyph of the waitlist dialog is in the face that shows it', async ({ page }) => {
  await page.goto('/');
  await openDialog(page);
  expect(await foreignTexts(page, '[role="dialog"]')).toEqual([]);
});
