import type { Page } from '@playwright/test';
import { untilStill } from './until-still.ts';

/** Sets the visitor’s own text size to double, in Chromium. Everything measured in rem grows, and the breakpoints with it. */
export async function doubleTextSize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
}

/** Sets the visitor’s text size back to what it usually is. */
export async function resetTextSize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
}

/**
 * Like a browser that zooms text only: every font size doubles, boxes and gaps keep their size. Resolves a few frames later,
 * when anchored elements such as an open list have followed.
 */
export async function doubleFonts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')].filter(
      (element) => element instanceof HTMLElement,
    );
    const fonts = elements.map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element);
      return { element, size: Number.parseFloat(fontSize), height: Number.parseFloat(lineHeight) };
    });
    for (const { element, size, height } of fonts) {
      element.style.setProperty('font-size', `${2 * size}px`, 'important');
      if (height) element.style.setProperty('line-height', String(height / size), 'important');
    }
  });
  await untilStill(page);
}
