import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The toast that has both texts. */
export function toast(page: Page, words: { title: string; text: string }): Locator {
  return page
    .getByRole('region', { name: /notifications/i })
    .getByRole('listitem')
    .filter({ hasText: words.title })
    .filter({ hasText: words.text });
}

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Opens the waitlist dialog through the bar's button. */
export async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' }).click();
  // The dialog itself, not its early card.
  await expect(page.locator('[role="dialog"]')).toBeVisible();
  return dialog(page);
}

export async function chooseSource(page: Page, source: string): Promise<void> {
  await dialog(page).getByRole('combobox').click();
  await page.getByRole('option', { name: source, exact: true }).click();
}

/** Holds back the browser's requests that match the pattern; returns a function that releases them. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(pattern, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}

/** Goes to a page and waits only for its first contentful paint. */
export async function goToFirstPaint(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

/** Whether one thing on the page ends before the other begins, from top to bottom. */
export async function isAbove(upper: Locator, lower: Locator): Promise<boolean> {
  const [first, second] = [await upper.boundingBox(), await lower.boundingBox()];
  if (!first || !second) throw new Error('One of the two is not shown.');
  return first.y + first.height <= second.y;
}

let addresses = 0;

export function newAddress(): string {
  addresses += 1;
  return `visitor.${process.pid}.${Date.now()}.${addresses}@example.org`;
}
