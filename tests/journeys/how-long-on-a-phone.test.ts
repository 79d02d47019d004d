import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { openDialog, whole } from './steps.ts';

test.use({ viewport: { width: 360, height: 640 } });

/**
 * How many words of a page's main part a visitor sees who opens no fold. Words that only a screen reader says do not count. Nor do
 * the words on the drawn screens of the sketches: they are looked at, not read.
 */
const wordsInTheOpen = (page: Page): Promise<number> =>
  page.getByRole('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (
        !parent?.checkVisibility({ visibilityProperty: true }) ||
        parent.closest('[aria-hidden], script, select')
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      if (range.getBoundingClientRect().width > 1)
        words += textContent?.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    }
    return words;
  });

// Few people read a long page on a phone: what goes beyond this stands under a fold.
for (const [path, most] of [
  ['/', 850],
  ['/islam', 850],
  ['/health', 900],
  ['/about', 420],
  ['/privacy', 1_500],
  ['/roadmap', 380],
] as const) {
  test(`a phone shows at most ${most} words of ${path} in the open`, async ({ page }) => {
    await page.goto(path);
    const tabs = await page.getByRole('tab').all();
    for (const tab of [undefined, ...tabs]) {
      await tab?.click();
      const words = await wordsInTheOpen(page);
      const where = `${path}${tab ? `, ${await tab.textContent()}` : ''}`;
      expect(words, where).toBeGreaterThan(most / 4);
      expect(words, where).toBeLessThanOrEqual(most);
    }
  });
}

test('on a phone of 360 by 640 the dialog shows its button without scrolling', async ({ page }) => {
  await page.goto('/');
  await openDialog(page);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Join Waitlist' })).toBeInViewport(whole);
});
