import type { Page } from '@playwright/test';
import { openTab, type Tab } from '../support/tab.ts';
import { expect, test } from './journey.ts';
import { holdBack, untilDrawn, untilIdle, wake } from './steps.ts';

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
  ['/islam', 0.5],
  ['/islam', 0.8],
  ['/health', 0.8],
] as const) {
  test(`a reload and the way back lead to where the reader was, with its pill, at ${depth * 100} % of ${path}`, async ({
    page,
  }) => {
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

test('a link to a section leads to it before any script has come', async ({ page }) => {
  const letScriptCome = await holdBack(page, '**/assets/*.js');
  await page.goto('/privacy', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Your rights' }).click();
  const distance = () =>
    page.locator('#rights').evaluate((section) => {
      const { scrollPaddingTop } = getComputedStyle(document.documentElement);
      return Math.abs(Math.round(section.getBoundingClientRect().top - Number.parseFloat(scrollPaddingTop)));
    });
  await expect.poll(distance).toBe(0);
  letScriptCome();
  await page.waitForLoadState('load');
  expect(await distance()).toBe(0);
});

test("the ayat's font is requested when a visitor comes to a verse, and not before", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const isAsked = () => asked.some((url) => url.includes('amiri-quran'));
  await page.goto('/pricing');
  await untilIdle(page);
  await untilDrawn(page);
  expect(isAsked()).toBe(false);
  await page.locator('.footer-verse').scrollIntoViewIfNeeded();
  await expect.poll(isAsked).toBe(true);
});

/** The middle of an element, once it is there. */
async function middleOf(tab: Tab, selector: string): Promise<{ x: number; y: number }> {
  const middle = `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))`;
  const element = `document.querySelector('${selector}')`;
  const ask = () =>
    tab.see<{ x: number; y: number } | null>(
      `document.readyState === 'complete' && ${element} ? ${middle}(${element}.getBoundingClientRect()) : null`,
    );
  await expect.poll(ask).not.toBeNull();
  return (await ask()) as { x: number; y: number };
}

test('the page under a resting pointer is rendered ahead, and its scripts do nothing until it is opened', async () => {
  const tab = await openTab(process.env.CHROMIUM_PATH);
  try {
    await tab.goTo(`${process.env.JOURNEYS_URL}/pricing`);
    const { x, y } = await middleOf(tab, '.site-header a[href="/"]');
    await tab.mouse('mouseMoved', x, y);
    const isReady = () =>
      tab
        .see<boolean>(`document.prerendering && document.readyState === 'complete'`, 'ahead')
        .catch(() => false);
    await expect.poll(isReady).toBe(true);
    const ahead = await tab.see<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name)`,
      'ahead',
    );
    expect(ahead.filter((name) => /planner|counters|islands/.test(name))).toEqual([]);
    await tab.mouse('mousePressed', x, y);
    await tab.mouse('mouseReleased', x, y);
    const shown = () => tab.see(`location.pathname + document.prerendering`).catch(() => '');
    await expect.poll(shown).toBe('/false');
    const activation = `performance.getEntriesByType('navigation')[0].activationStart`;
    expect(await tab.see<number>(activation)).toBeGreaterThan(0);
    const counts = `performance.getEntriesByType('resource').some(({ name }) => name.includes('counters'))`;
    await expect.poll(() => tab.see(counts)).toBe(true);
  } finally {
    await tab.close();
  }
});
