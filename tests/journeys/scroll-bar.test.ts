import { screens } from '../../app/routes.ts';
import { parts } from '../support/parts.ts';
import { expect, test } from './journey.ts';
import { openDialog } from './steps.ts';

/** A scroll bar beside the page, as on most computers: browsers under test hide it. */
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
  viewport: { width: 800, height: 700 },
});

test('nothing moves sideways when the menu, the dialog or an article opens', async ({ page }) => {
  const places = () =>
    page.locator(`${parts.bar}, main h1, ${parts.footer} p`).evaluateAll((all) =>
      all.map((part) => {
        const { left, right } = part.getBoundingClientRect();
        return [left, right];
      }),
    );
  const barWidth = () => page.evaluate(() => innerWidth - document.documentElement.clientWidth);

  for (const { path } of screens) {
    await page.goto(path);
    const before = await places();
    expect(await barWidth(), path).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect(await barWidth(), path).toBe(0);
    expect(await places(), `${path}, the menu`).toEqual(before);
    await page.keyboard.press('Escape');

    await openDialog(page);
    expect(await places(), `${path}, the dialog`).toEqual(before);
  }

  await page.goto('/blog');
  const before = await places();
  // Not by the mouse, which would scroll to it.
  const control = page.getByRole('button', { name: /^Read Article/ }).first();
  await control.evaluate((link) => (link as HTMLAnchorElement).click());
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(await places(), 'an article').toEqual(before);
});
