import type { Page } from '@playwright/test';

/** How far the page can be scrolled sideways, one sentence; none when it cannot. */
export function sidewaysFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const by = document.documentElement.scrollWidth - innerWidth;
    return by > 0 ? [`The page can be scrolled sideways by ${by} px.`] : [];
  });
}
