import { screens } from '../../app/routes.ts';
import { axeFindings, rulesOfColour } from '../support/axe-findings.ts';
import { setScheme, setWidth } from '../support/scenes.ts';
import { expect, test } from './journey.ts';
import { chooseSource, dialog, openDialog } from './steps.ts';

const schemes = ['light', 'dark'] as const;
const widths = [360, 1280];

test.use({
  // No animations: axe measures contrast, and would measure an element that is fading in as half transparent.
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /Failed to load resource|no-such-page/,
});

/** It takes half of axe's time. journeys/look is stricter: it measures the pixels behind every line, by day and by night. */
const ruleOfContrast = 'color-contrast';

for (const path of [...screens.map((screen) => screen.path), '/waitlist/joined', '/no-such-page']) {
  test(`axe finds nothing on ${path}, narrow or wide, by day or by night`, async ({ page }) => {
    await page.goto(path);
    for (const width of widths) {
      await setWidth(page, width);
      await setScheme(page, 'light');
      expect.soft(await axeFindings(page, { without: [ruleOfContrast] }), `day, ${width} px`).toEqual([]);
      await setScheme(page, 'dark');
      expect
        .soft(await axeFindings(page, { only: ['link-in-text-block'] }), `night, ${width} px`)
        .toEqual([]);
    }
  });
}

test('axe finds nothing in the bottom form’s error, narrow or wide, by day or by night', async ({ page }) => {
  await page.goto('/');
  await page.locator('#join').getByRole('button', { name: 'Join Waitlist' }).click();
  for (const width of widths) {
    await setWidth(page, width);
    await setScheme(page, 'light');
    await expect(page.locator('#join').getByRole('alert')).toBeVisible();
    expect.soft(await axeFindings(page), `day, ${width} px`).toEqual([]);
    await setScheme(page, 'dark');
    expect.soft(await axeFindings(page, { only: rulesOfColour }), `night, ${width} px`).toEqual([]);
  }
});

for (const colorScheme of schemes) {
  for (const width of widths) {
    const rules = colorScheme === 'dark' ? { only: rulesOfColour } : {};
    // The page under the dialog has not changed since it opened.
    const overPage = { ...rules, within: ['[role="dialog"]', '[data-sonner-toaster]'] };

    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('axe finds nothing in the waitlist dialog, its errors, its open list and its toasts', async ({
        page,
      }) => {
        await page.goto('/');
        const card = await openDialog(page);
        expect(await axeFindings(page, rules)).toEqual([]);
        await card.getByRole('button', { name: 'Join Waitlist' }).click();
        await expect(card.getByRole('alert')).toBeVisible();
        expect(await axeFindings(page, overPage)).toEqual([]);
        await card.getByRole('textbox').fill('someone@example.org');
        await card.getByRole('button', { name: 'Join Waitlist' }).click();
        await expect(card.getByRole('combobox')).toHaveAccessibleDescription(/select an option/);
        expect(await axeFindings(page, overPage)).toEqual([]);
        await chooseSource(page, 'Friend');
        expect(await axeFindings(page, overPage)).toEqual([]);
        await expect(dialog(page)).toBeVisible();
      });
    });
  }
}

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('axe finds nothing in the open mobile menu, by day or by night', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect.soft(await axeFindings(page, { without: [ruleOfContrast] }), 'day').toEqual([]);
    await setScheme(page, 'dark');
    expect.soft(await axeFindings(page, { only: ['link-in-text-block'] }), 'night').toEqual([]);
  });
});
