import { screens } from '../../app/routes.ts';
import { axeFindings, rulesOfColour } from '../support/page-faults.ts';
import { setScheme, setWidth } from '../support/scenes.ts';
import { errorsOfMissedPath, expect, test } from './journey.ts';
import { chooseSource, openDialog } from './steps.ts';

const schemes = ['light', 'dark'] as const;
const narrow = 360;
const widths = [narrow, 1280];

test.use({
  // No animations: axe measures contrast, and would measure an element that is fading in as half transparent.
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: errorsOfMissedPath,
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

test('axe finds nothing in the bottom form’s error, narrow or wide, nor in the open mobile menu, by day or by night', async ({
  page,
}) => {
  await page.goto('/');
  await page.locator('#join').getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.locator('#join').getByRole('alert')).toBeVisible();
  for (const width of widths) {
    await setWidth(page, width);
    await setScheme(page, 'light');
    expect.soft(await axeFindings(page), `error, day, ${width} px`).toEqual([]);
    await setScheme(page, 'dark');
    expect.soft(await axeFindings(page, { only: rulesOfColour }), `error, night, ${width} px`).toEqual([]);
  }
  await setWidth(page, narrow);
  await setScheme(page, 'light');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect.soft(await axeFindings(page, { without: [ruleOfContrast] }), 'menu, day').toEqual([]);
  await setScheme(page, 'dark');
  expect.soft(await axeFindings(page, { only: ['link-in-text-block'] }), 'menu, night').toEqual([]);
});

test('axe finds nothing in the waitlist dialog, its errors, its open list and its toasts, narrow or wide, by day or by night', async ({
  page,
}) => {
  await page.goto('/');
  const card = await openDialog(page);
  const join = card.getByRole('button', { name: 'Join Waitlist' });
  // The page under the dialog has not changed since it opened.
  const overPage = ['[role="dialog"]', '[data-sonner-toaster]'];

  async function look(state: string, within?: string[], arrange = async () => {}): Promise<void> {
    for (const width of widths) {
      await setWidth(page, width);
      for (const scheme of schemes) {
        await setScheme(page, scheme);
        await arrange();
        const rules = scheme === 'dark' ? { only: rulesOfColour } : {};
        expect
          .soft(
            await axeFindings(page, { ...rules, ...(within && { within }) }),
            `${state}, ${scheme}, ${width} px`,
          )
          .toEqual([]);
      }
    }
  }

  await look('opened');
  // A toast goes after four seconds, so it is asked for again; in a narrow window the one before covers the button.
  await look('without an email', overPage, async () => {
    await join.press('Enter');
    await expect(card.getByRole('alert')).toBeVisible();
  });
  await card.getByRole('textbox').fill('someone@example.org');
  await look('without a source', overPage, async () => {
    await join.press('Enter');
    await expect(card.getByRole('combobox')).toHaveAccessibleDescription(/select an option/);
  });
  // Resizing the window closes the list.
  await look('with its list open', ['[role="listbox"]'], async () => {
    if (await page.getByRole('listbox').isHidden()) await card.getByRole('combobox').click();
    await expect(page.getByRole('listbox')).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await chooseSource(page, 'Friend');
  await look('filled in', ['[role="dialog"]']);
});
