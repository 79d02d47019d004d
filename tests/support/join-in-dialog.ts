import type { Page } from '@playwright/test';

/** Fills in the dialog, which is open, and sends it. */
export async function joinInDialog(page: Page, address: string, source: string): Promise<void> {
  const dialog = page.locator('#waitlist');
  await dialog.getByLabel('Email address').fill(address);
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: source, exact: true }).click();
  await dialog.getByRole('button', { name: 'Join Waitlist' }).click();
}
