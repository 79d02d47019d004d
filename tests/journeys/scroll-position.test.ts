import type { Page } from '@playwright/test';
import { type CDPSession, CDPSessionEvent } from 'puppeteer-core';
import { launchChromium } from '../support/launch-chromium.ts';
import { parts } from '../support/parts.ts';
import { expect, test } from './journey.ts';
import { untilDrawn, wake } from './steps.ts';

/** The heading that is nearest to the middle of the window, and where it stands. */
async function inMiddle(page: Page): Promise<{ heading: string; top: number }> {
  return page.evaluate(async () => {
    // For 0.4 s after its page has come, a verse is laid out in another face, which may take more lines (app/ui/scripture.css).
    for (const animation of document.getAnimations())
      if ((animation as CSSAnimation).animationName === 'ayat-face') await animation.finished;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const headings = [...document.querySelectorAll('h2, h3')].map((heading) => ({
      heading: heading.textContent ?? '',
      top: Math.round(heading.getBoundingClientRect().top),
    }));
    const distance = ({ top }: { top: number }) => Math.abs(top - innerHeight / 2);
    return headings.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest));
  });
}

/** Scrolls this deep into the page, 1 being its end, and returns what is in the middle once all that follows is drawn. */
async function readOnAt(page: Page, depth: number): Promise<{ heading: string; top: number }> {
  await page.evaluate((share) => {
    scrollTo({ top: document.documentElement.scrollHeight * share, behavior: 'instant' });
  }, depth);
  await wake(page);
  await untilDrawn(page);
  return inMiddle(page);
}

for (const [path, depth] of [
  ['/', 0.5],
  ['/islam', 0.8],
] as const) {
  test(`a reload and Back lead to where the reader was at ${depth * 100} % of ${path}`, async ({ page }) => {
    await page.goto(path);
    const left = await readOnAt(page, depth);
    const expectPlace = async () => {
      const moved = async () => {
        const found = await inMiddle(page);
        return found.heading === left.heading ? Math.abs(found.top - left.top) : Number.NaN;
      };
      // The heights above the window are estimated at first, and corrected for to within a few pixels.
      await expect.poll(moved).toBeLessThan(8);
      await expect(page.getByRole('banner')).toHaveAttribute('data-pill', 'true');
    };
    await page.reload();
    await expectPlace();
    await page.goto('/pricing');
    await page.goBack();
    await expectPlace();
  });
}

test('a page that is rendered ahead does nothing until it is opened', async ({ launchOptions }) => {
  const browser = await launchChromium(launchOptions);
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(`${process.env.JOURNEYS_URL}/pricing`);
    let ahead: CDPSession | undefined;
    const session = await browser.target().createCDPSession();
    session.connection()?.on(CDPSessionEvent.SessionAttached, (attached) => {
      ahead = attached;
    });
    await page.hover(`${parts.header} a[href="/"]`);
    const isReady = async () => {
      const expression = `document.prerendering && document.readyState === 'complete'`;
      const answer = await ahead?.send('Runtime.evaluate', { expression });
      return answer?.result.value;
    };
    await expect.poll(isReady).toBe(true);
    await page.mouse.down();
    await page.mouse.up();
    /** The page that is shown, whether it was rendered ahead, whether its scripts have come, and which of them before it was opened. */
    const shown = async () => {
      // They come when the visitor first does something there.
      await page.mouse.move(640, 400);
      return page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation');
        const { activationStart } = navigation as PerformanceEntry & { activationStart: number };
        const resources = performance.getEntriesByType('resource');
        const scripts = resources.filter(({ name }) => /planner|hydrate/.test(name));
        const early = scripts.filter(({ startTime }) => startTime < activationStart).map(({ name }) => name);
        return [location.pathname, activationStart > 0, scripts.length > 0, early];
      });
    };
    await expect.poll(() => shown().catch(() => undefined)).toEqual(['/', true, true, []]);
  } finally {
    await browser.close();
  }
});
