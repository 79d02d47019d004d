import type { Page } from '@playwright/test';

/** A sentence that says how far the page can be scrolled sideways; empty when it cannot. */
export function sidewaysFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const by = document.documentElement.scrollWidth - innerWidth;
    return by > 0 ? [`The page can be scrolled sideways by ${by} px.`] : [];
  });
}
