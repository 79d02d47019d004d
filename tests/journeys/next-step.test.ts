import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { selectorOf } from '../../app/ui/handles.ts';
import { nextStep } from '../../content/next-step.ts';
import { waitlistAnswers } from '../../content/pages/waitlist-answers.ts';
import { joinInDialog } from '../support/join-in-dialog.ts';
import { newAddress } from '../support/new-address.ts';
import { parts } from '../support/parts.ts';
import { spec } from '../support/specification.ts';
import { expect, test } from './journey.ts';
import { isAbove, joinByDialog, joinByForm, toast, untilDialogOpens, whole } from './steps.ts';

const notice = (page: Page) => page.getByRole('region', { name: nextStep.asked.title });

/** A back end that sends emails, as most do: the server of these journeys has no mail server. */
const sendEmails = (page: Page) =>
  page.route(/enhanced-waitlist|add_to_waitlist/, (route) => route.fulfill({ json: { success: true } }));

/** Joins in the dialog that a button has opened. */
async function joinOnceOpen(page: Page): Promise<void> {
  await untilDialogOpens(page);
  await joinInDialog(page, newAddress(), 'Friend');
}

test('on every page the next step stands below the bar until it is closed', async ({ page }) => {
  await sendEmails(page);
  for (const { path } of screens) {
    await page.goto(path);
    await joinByDialog(page, newAddress());
    await expect(toast(page, spec.joined), path).toBeVisible();
    await expect(notice(page), path).toBeFocused();
    await expect(notice(page)).toContainText(nextStep.asked.text);
    await expect(notice(page)).toContainText(nextStep.asked.help);
    const bar = page.locator(parts.bar);
    expect(await isAbove(bar, notice(page)), path).toBe(true);
    await page.keyboard.press('Tab');
    await expect(notice(page).getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(notice(page)).toHaveCount(0);
    await expect(bar.getByRole('button', { name: 'Join Waitlist' })).toBeFocused();
  }
});

test('Escape closes it and gives the focus back', async ({ page }) => {
  await sendEmails(page);
  await page.goto('/about');
  await joinByDialog(page, newAddress());
  await expect(notice(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' })).toBeFocused();
});

test('it is still there when the toast has gone', async ({ page }) => {
  await sendEmails(page);
  await page.goto('/islam');
  await joinByDialog(page, newAddress());
  await expect(toast(page, spec.joined)).toBeVisible();
  await expect(toast(page, spec.joined)).toHaveCount(0);
  await expect(notice(page)).toBeInViewport(whole);
});

test('it takes the place of the form until it is closed', async ({ page }) => {
  await sendEmails(page);
  for (const [path, id] of [
    ['/', 'hero-email'],
    ['/', 'cta-email'],
    ['/blog', 'blog-email'],
  ] as const) {
    await page.goto(path);
    const field = page.locator(`#${id}`);
    await field.fill(newAddress());
    await field.press('Enter');
    if (id !== 'cta-email') await joinOnceOpen(page);
    await expect(notice(page), id).toBeFocused();
    await expect(field, id).toBeHidden();
    await expect(page.locator(`${selectorOf('island')}:has(#${id}) + ${parts.nextStep}`), id).toBeInViewport(
      whole,
    );
    await notice(page).getByRole('button', { name: 'Close' }).click();
    await expect(field).toBeVisible();
    await expect(page.locator(`form:has(#${id}) :focus`), id).toHaveCount(1);
  }
});

test('it takes the place of the pressed button, and the newer one stays', async ({ page }) => {
  await sendEmails(page);
  await page.goto('/pricing');
  const pressed = page.getByRole('main').getByRole('button', { name: 'Get Started' });
  await pressed.click();
  await joinOnceOpen(page);
  await expect(notice(page)).toBeFocused();
  await expect(pressed).toBeHidden();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Free' }) });
  await expect(card.getByText('spam folder')).toBeVisible();
  await joinByDialog(page, newAddress());
  await expect(notice(page)).toBeFocused();
  await expect(pressed).toBeVisible();
  await expect(notice(page)).toHaveCount(1);
});

test('a visitor who has gone on to another field keeps the focus', async ({ page }) => {
  await sendEmails(page);
  await page.goto('/');
  await joinByDialog(page, newAddress());
  await expect(notice(page)).toBeFocused();
  await page.locator('#cta-email').focus();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await expect(page.locator('#cta-email')).toBeFocused();
  await expect(notice(page)).toBeVisible();
});

test('below the bar it fits the smallest screen, and its button can be reached', async ({ page }) => {
  await sendEmails(page);
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto('/about');
  await joinByDialog(page, newAddress());
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(notice(page)).toBeInViewport(whole);
  // A toast under the pointer stays, and in so small a window it lies over the button.
  await page.mouse.move(0, 0);
  await notice(page).getByRole('button', { name: 'Close' }).click();
  await expect(notice(page)).toHaveCount(0);
});

test('where no email can be sent, the notice and the page say so', async ({ page }) => {
  await page.goto('/');
  await joinByForm(page, newAddress());
  const { title, text } = nextStep.unasked;
  await expect(page.getByRole('region', { name: title })).toContainText(text);
  await page.goto('/waitlist/joined');
  await expect(page.getByRole('main')).toContainText(waitlistAnswers['joined-unasked'].next);
  await expect(page.getByRole('main')).not.toContainText(nextStep.asked.text);
});
