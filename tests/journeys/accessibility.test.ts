import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { expect, test } from './journey.ts';
import { chooseSource, dialog, openDialog } from './steps.ts';

const schemes = ['light', 'dark'] as const;
const widths = [360, 1280];

async function findings(page: Page): Promise<string[]> {
  // What the browser has not laid out yet (verses further down) axe would measure against the wrong ground.
  await page.locator('.footer-verse, .scripture').evaluateAll((figures) => {
    for (const figure of figures)
      if (figure instanceof HTMLElement) figure.style.contentVisibility = 'visible';
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

for (const colorScheme of schemes) {
  for (const width of widths) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      // Still pictures: axe measures contrast, and what is half faded in would be measured half faded.
      test.use({
        colorScheme,
        viewport: { width, height: 800 },
        contextOptions: { reducedMotion: 'reduce' },
      });

      for (const path of [...screens.map((screen) => screen.path), '/waitlist/joined']) {
        test(`axe finds nothing on ${path}`, async ({ page }) => {
          await page.goto(path);
          expect(await findings(page)).toEqual([]);
        });
      }

      test('axe finds nothing in the waitlist dialog, its errors, its open list and its toasts', async ({
        page,
      }) => {
        await page.goto('/');
        const card = await openDialog(page);
        expect(await findings(page)).toEqual([]);
        await card.getByRole('button', { name: 'Join Waitlist' }).click();
        await expect(card.getByRole('alert')).toBeVisible();
        expect(await findings(page)).toEqual([]);
        await card.getByRole('textbox').fill('someone@example.org');
        await card.getByRole('button', { name: 'Join Waitlist' }).click();
        await expect(card.getByRole('combobox')).toHaveAccessibleDescription(/select an option/);
        expect(await findings(page)).toEqual([]);
        await chooseSource(page, 'Friend');
        expect(await findings(page)).toEqual([]);
        await expect(dialog(page)).toBeVisible();
      });

      test('axe finds nothing in the bottom form’s error', async ({ page }) => {
        await page.goto('/');
        await page.locator('#join').getByRole('button', { name: 'Join Waitlist' }).click();
        await expect(page.locator('#join').getByRole('alert')).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
    });
  }

  test.describe(`${colorScheme}, the menu`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 800 } });

    test('axe finds nothing in the open mobile menu', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
}

test.describe('the missed page', () => {
  test.use({ expectedErrors: /Failed to load resource|no-such-page/ });
  for (const colorScheme of schemes) {
    test(`axe finds nothing on the 404, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/no-such-page');
      expect(await findings(page)).toEqual([]);
    });
  }
});
