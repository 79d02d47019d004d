import type { Page } from '@playwright/test';
import { untilStill } from './until-still.ts';

/** Sets the visitor’s own text size to double, in Chromium. Everything measured in rem grows, and the breakpoints with it. */
export async function doubleTextSize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
}

/**
 * As a browser that zooms text alone: every font doubles where it stands, boxes and gaps keep their size. Resolves when what
 * hangs from something else, such as an open list, has followed it: a few frames later.
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
