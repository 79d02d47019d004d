import type { Locator, Page } from '@playwright/test';
import { selectorOf } from '../../app/ui/handles.ts';
import { waitlistDialog } from '../../content/messages.ts';
import { navigationWords } from '../../content/navigation.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { newAddress } from '../support/new-address.ts';
import { parts } from '../support/parts.ts';
import { spec } from '../support/specification.ts';
import { expect, test } from './journey.ts';
import { dialog, emailField, joinButton, joinByForm, openDialog, toast, wake, whole } from './steps.ts';

/** Whether the middle of an element is what a visitor sees there. */
const isSeen = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && (element.contains(there) || there.contains(element));
  });

const expectSeen = (part: Locator) => expect.poll(() => isSeen(part)).toBe(true);

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('a field in error is seen with its sentence, beside the toast', async ({ page }) => {
    await page.goto('/');
    await openDialog(page);
    await emailField(dialog(page)).press('Enter');
    await expect(toast(page, spec.emailRequired)).toBeVisible();
    await expectSeen(emailField(dialog(page)));
    await expectSeen(page.locator('#waitlist-email-error'));
    await expectSeen(dialog(page).getByRole('button', { name: waitlistDialog.close }));
  });

  test('the field of the bottom form is seen while its toast stands', async ({ page }) => {
    await page.goto('/');
    const field = page.locator('#cta-email');
    await field.click();
    await field.press('Enter');
    await expect(toast(page, spec.emailRequired)).toBeVisible();
    await expectSeen(field);
  });

  test('what is left after a join begins at the top of the screen', async ({ page }) => {
    await page.goto('/');
    await joinByForm(page, newAddress());
    const title = page.locator('#next-step-title');
    await expect(title).toBeInViewport(whole);
  });

  test('the field of the city stays in view when a city is chosen', async ({ page }) => {
    await page.goto('/');
    await wake(page);
    await page.locator(parts.plannerFold, { hasText: 'Change city' }).click();
    const field = page.getByRole('combobox', { name: 'City' });
    await field.pressSequentially('lon');
    await expect(page.getByRole('listbox').getByRole('option').nth(4)).toBeVisible();
    for (let presses = 0; presses < 4; presses += 1) await field.press('ArrowDown');
    await field.press('Enter');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(field).toBeInViewport(whole);
  });

  test('Tab leads from a quarter to the beginning of its panel', async ({ page }) => {
    await page.goto('/roadmap');
    await expect(page.locator(selectorOf('watched'))).toHaveCount(1);
    await page.getByRole('tab').first().focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tabpanel', { name: String(roadmap.quarters[0]?.name) })).toBeFocused();
    await expect(page.getByRole('heading', { name: String(roadmap.quarters[0]?.title) })).toBeInViewport(
      whole,
    );
  });

  test('the menu is scrolled in one direction only', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: navigationWords.openMenu }).click();
    const menu = page.getByRole('dialog', { name: navigationWords.menu });
    await expect(menu).toBeVisible();
    expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

test('the bar is one row however narrow the phone, with a scroll bar beside it too', async ({ page }) => {
  for (const width of [305, 312, 320, 330, 345, 360, 375]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto('/about');
    await page.evaluate(() => scrollTo(0, 400));
    await expect(page.locator(selectorOf('pill', 'true'))).toBeVisible();
    const bar = page.locator(parts.bar);
    await expect.poll(async () => (await bar.boundingBox())?.height, `${width} px`).toBe(60);
  }
});

/** Opens the list of sources while the toast that asks for one stands. */
async function openListUnderToast(page: Page): Promise<void> {
  await page.goto('/');
  await openDialog(page);
  await emailField(dialog(page)).fill(newAddress());
  await joinButton(page).click();
  await expect(toast(page, spec.sourceRequired)).toBeVisible();
  await page.keyboard.press('Enter');
}

test('the list of sources opens without the toast that asks for a source', async ({ page }) => {
  await openListUnderToast(page);
  await expect(page.getByRole('option')).toHaveCount(spec.sources.length);
  await expect(toast(page, spec.sourceRequired)).toHaveCount(0);
  await page.keyboard.press('End');
  await expectSeen(page.getByRole('option').last());
});

test('Tab goes round the dialog and passes its toast by', async ({ page }) => {
  await page.goto('/');
  await openDialog(page);
  await emailField(dialog(page)).press('Enter');
  const shown = toast(page, spec.emailRequired);
  await expect(shown).toBeVisible();
  // The pointer on it keeps it there.
  await shown.hover();
  const close = dialog(page).getByRole('button', { name: 'Close' });
  await close.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(emailField(dialog(page))).toBeFocused();
  await expect(shown).toBeVisible();
});

test('an open article is printed alone and whole', async ({ page }) => {
  await page.goto('/blog');
  await page
    .getByRole('button', { name: /^Read Article/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').locator(parts.articleParagraph).last()).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main')).toBeHidden();
  const hidden = await page
    .locator(parts.readerViewport)
    .evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(hidden).toBe(0);
  await expect(page.locator(parts.reader).locator(parts.articleParagraph).last()).toBeVisible();
});
