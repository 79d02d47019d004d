import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The page's one toast that carries both texts. */
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
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

export async function chooseSource(page: Page, source: string): Promise<void> {
  await dialog(page).getByRole('combobox').click();
  await page.getByRole('option', { name: source, exact: true }).click();
}

let addresses = 0;

export function newAddress(): string {
  addresses += 1;
  return `visitor.${process.pid}.${Date.now()}.${addresses}@example.org`;
}
