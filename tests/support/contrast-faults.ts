import type { Page } from '@playwright/test';
import { type Box, contrastOver, decodePng } from './pixels.ts';
import type { TextRun } from './text-runs.ts';

/** WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for text from 24 px on. */
const neededFor = (size: number): number => (size >= 24 ? 3 : 4.5);

const withoutText = `
  *, *::placeholder { -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important; text-shadow: none !important; caret-color: transparent !important }
  svg text, svg tspan { fill: transparent !important; stroke: transparent !important }
`;

/** A toast disappears by itself after four seconds, so a dialog is measured without the toasts that cover it. */
const withoutToasts = '[data-sonner-toaster] { visibility: hidden !important }';

/** Hides the page's text, so that a screenshot shows what is behind it; returns a function that shows it again. */
async function hideText(page: Page, root: string): Promise<() => Promise<void>> {
  await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    },
    root === 'body' ? withoutText : withoutText + withoutToasts,
  );
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop());
}

/** A screenshot of the whole page, compressed for speed: Playwright's own takes twice the CPU time to write and to read. */
async function wholePage(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { ...cssContentSize, scale: 1 },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/**
 * Lines of the page's text with too little contrast to the pixels really behind them, one sentence each.
 * @param root where they were read: a dialog, when what is under it does not count
 */
export async function contrastFaults(page: Page, runs: readonly TextRun[], root = 'body'): Promise<string[]> {
  if (runs.length === 0) throw new Error('No text was found, so nothing was measured.');
  const restore = await hideText(page, root);
  // A screenshot of the whole page resizes it, which closes open lists.
  const picture = decodePng(await (root === 'body' ? wholePage(page) : page.screenshot()));
  await restore();
  const isInPicture = ({ left, top, right, bottom }: Box) =>
    right > 0 && bottom > 0 && left < picture.width && top < picture.height;
  const faults = runs.flatMap((run) => {
    if (run.kind === 'sign' || !isInPicture(run.line)) return [];
    const ratio = contrastOver(picture, run.ink, run.colour);
    const needed = neededFor(run.size);
    const isEnough = ratio >= needed;
    return isEnough ? [] : [`“${run.text}” in ${run.where} has ${ratio.toFixed(2)}:1, ${needed} are needed`];
  });
  return [...new Set(faults)];
}
