import type { Page } from '@playwright/test';
import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { newAddress } from './new-address.ts';
import { dialog, toast, untilDialogOpens } from './steps.ts';

/** Presses Tab until the control has the focus; fails after 20 presses without it. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'combobox', name: RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name }).and(page.locator(':focus'));
  for (let presses = 0; presses < 20 && (await wanted.count()) === 0; presses += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toHaveCount(1);
}

async function openByKeyboard(page: Page): Promise<void> {
  await page.goto('/');
  await tabTo(page, 'button', /^Join Waitlist$/);
  await page.keyboard.press('Enter');
  await untilDialogOpens(page);
}

test('the whole journey by keyboard: open, write, choose by typing Ma, join', async ({ page }) => {
  await openByKeyboard(page);
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.type(newAddress());
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Ma');
  await expect(dialog(page).getByRole('combobox')).toHaveText('Masjid');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, spec.joined)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' })).toBeFocused();
});

test('the open list answers to arrows, Home, End, Enter and Escape', async ({ page }) => {
  await openByKeyboard(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  const focused = page.locator(':focus');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect(focused).toHaveText('Twitter/X');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText('LinkedIn');
  await page.keyboard.press('End');
  await expect(focused).toHaveText('Other');
  await page.keyboard.press('Home');
  await expect(focused).toHaveText('Twitter/X');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(dialog(page).getByRole('combobox')).toHaveText('Choose one');
  await page.keyboard.press('Space');
  await expect(focused).toHaveText('Twitter/X');
  await page.keyboard.press('End');
  await expect(focused).toHaveText('Other');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('combobox')).toHaveText('Other');
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
});

test('Tab and Shift+Tab stay inside the dialog, and Escape gives the focus back', async ({ page }) => {
  await openByKeyboard(page);
  // Past both ends.
  for (const key of [...Array(6).fill('Tab'), ...Array(3).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' })).toBeFocused();
});

test('type-ahead in the list starts anew after one second', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await openByKeyboard(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const focused = page.locator(':focus');
  await expect(focused).toHaveText('Twitter/X');
  await page.clock.pauseAt(3_600_000);
  await page.keyboard.press('t');
  await page.clock.runFor(900);
  await page.keyboard.press('i');
  await page.clock.runFor(10);
  await expect(focused).toHaveText('TikTok');
  await page.clock.runFor(1_001);
  await page.keyboard.press('l');
  await page.clock.runFor(10);
  await expect(focused).toHaveText('LinkedIn');
});

test('a screen reader is told what the dialog is, what its fields are and what went wrong', async ({
  page,
}) => {
  await openByKeyboard(page);
  await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "Join the waitlist":
      - heading "Join the waitlist" [level=2]
      - paragraph: /.+/
      - text: Email address
      - textbox "Email address"
      - text: How did you hear about us?
      - combobox "How did you hear about us?": Choose one
      - paragraph: /By joining I let/
      - button "Join Waitlist"
      - paragraph:
        - link "Privacy policy"
      - button "Close"
  `);
  await expect(dialog(page)).toHaveAccessibleDescription(/.+/);
  await expect(dialog(page).getByRole('button', { name: 'Join Waitlist' })).toHaveAccessibleDescription(
    /I explicitly consent/,
  );
  await page.keyboard.press('Enter');
  const field = dialog(page).getByRole('textbox');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(spec.emailRequired.text);
});

test('Enter in the dialog’s email field sends it, and the focus goes to what is missing', async ({
  page,
}) => {
  await openByKeyboard(page);
  await page.keyboard.press('Enter');
  await expect(toast(page, spec.emailRequired)).toBeVisible();
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.type(newAddress());
  await page.keyboard.press('Enter');
  await expect(toast(page, spec.sourceRequired)).toBeVisible();
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
});

test('the hero’s, the bottom and the blog’s field are reached and sent by keyboard', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, 'textbox', /^Email address$/);
  const address = newAddress();
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await untilDialogOpens(page);
  await expect(dialog(page).getByRole('textbox')).toHaveValue(address);
  await page.keyboard.press('Escape');
  await expect(page.locator('.hero').locator(':focus')).toHaveCount(1);
  await page.locator('#cta-email').focus();
  await page.keyboard.type(newAddress());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(toast(page, spec.joined)).toBeVisible();
  await page.goto('/blog');
  await tabTo(page, 'textbox', /^Email address$/);
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox')).toHaveValue(address);
});
