import { navigationWords } from '../../content/navigation.ts';
import { expect, test } from './journey.ts';
import { dialog, isAbove, openDialog, untilDialogOpens } from './steps.ts';

const barLinks = ['Islam', 'Health', 'Blog', 'Pricing', 'About'];

test('the bar is a banner with a navigation of links; Tab reaches its controls as they are read, the first leads past it', async ({
  page,
}) => {
  await page.goto('/health');
  const items = barLinks
    .map((link) => `      - listitem:\n        - link "${link}":\n          - /url: /${link.toLowerCase()}`)
    .join('\n');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
- banner:
  - link "${navigationWords.home}"
  - navigation "Main":
    - list:
${items}
  - button "Join Waitlist"
`);
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')).toHaveText(
    'Health',
  );
  const reached: string[] = [];
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.locator(':focus').evaluate((element) => element.ariaLabel ?? element.textContent.trim()),
    );
  }
  expect(reached).toEqual(['Skip to the page', navigationWords.home, ...barLinks, 'Join Waitlist']);
  await page.getByRole('link', { name: 'Skip to the page' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('in forced colours the chosen quarter’s outline is heavier with the focus than without', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/roadmap');
  const tab = page.getByRole('tab').first();
  const outline = () => tab.evaluate((element) => Number.parseFloat(getComputedStyle(element).outlineWidth));
  const resting = await outline();
  expect(resting).toBeGreaterThan(0);
  await page.getByRole('tabpanel').first().focus();
  await page.keyboard.press('Shift+Tab');
  await expect(tab).toBeFocused();
  expect(await outline()).toBeGreaterThan(2 * resting);
});

test('Space stops the marquee, and its button says what it does next', async ({ page }) => {
  await page.goto('/');
  const marquee = page.getByRole('region', { name: /figures/ });
  await marquee.getByRole('button').press('Space');
  await expect(marquee.getByRole('button')).toHaveAccessibleName(/again/i);
  await page.mouse.move(0, 0);
  await marquee.getByRole('button').blur();
  await expect(marquee.getByRole('list').first()).toHaveCSS('animation-play-state', 'paused');
});

test('an article opens with Enter or Space, is scrolled by keyboard, and gives the focus back', async ({
  page,
}) => {
  await page.goto('/blog');
  const control = page.getByRole('button', { name: /^Read Article/ }).first();
  for (const key of ['Enter', 'Space']) {
    await control.press(key);
    const reader = page.getByRole('dialog');
    const viewport = reader.locator('[data-radix-scroll-area-viewport]');
    await expect(viewport).toBeFocused();
    await expect(reader.locator('p').nth(3)).toBeVisible();
    await page.keyboard.press('PageDown');
    await expect.poll(() => viewport.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(reader).toBeHidden();
    await expect(control).toBeFocused();
  }
});

test('the article’s scroll bar shows while the pointer is there and goes 600 ms after', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.goto('/blog');
  await page
    .getByRole('button', { name: /^Read Article/ })
    .first()
    .click();
  const reader = page.getByRole('dialog');
  await expect(reader.locator('p').nth(3)).toBeVisible();
  await page.mouse.move(0, 0);
  const bar = reader.locator('.reader-bar');
  await expect(bar).toHaveCount(0);
  await reader.hover();
  await expect(bar).toHaveAttribute('data-state', 'visible');
  await page.clock.pauseAt(3_600_000);
  await page.mouse.move(0, 0);
  await page.clock.runFor(590);
  await expect(bar).toHaveCount(1);
  await page.clock.runFor(20);
  await expect(bar).toHaveCount(0);
});

test('Tab and Shift+Tab reach nothing outside the dialog, which says what it is, what its fields are, and above its button what is agreed to', async ({
  page,
}) => {
  await page.goto('/');
  const card = await openDialog(page);
  await expect(card).toMatchAriaSnapshot(`
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
  await expect(card).toHaveAccessibleDescription(/.+/);
  const join = card.getByRole('button', { name: 'Join Waitlist' });
  expect(await isAbove(card.getByText(/I explicitly consent/), join)).toBe(true);
  await expect(join).toHaveAccessibleDescription(/I explicitly consent/);
  // Past both ends.
  const controls = await card.locator('a, button, input').count();
  for (const key of [...Array(controls + 1).fill('Tab'), ...Array(3).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    // Past both ends of a native dialog stands the browser's own bar, for which the page has the body.
    await expect(page.locator(':focus:not(body, #waitlist *)')).toHaveCount(0);
  }
});

test('in the open list the letters that are typed lead to a source, and start anew after one second; Enter takes it', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' }).press('Enter');
  await untilDialogOpens(page);
  const combobox = dialog(page).getByRole('combobox');
  const focused = page.locator(':focus');
  await combobox.press('Enter');
  await expect(focused).toHaveText('Twitter/X');
  await page.clock.pauseAt(3_600_000);
  for (const [key, wait, option] of [
    ['t', 900, 'TikTok'],
    ['i', 10, 'TikTok'],
    ['', 1_001, 'TikTok'],
    ['l', 10, 'LinkedIn'],
  ] as const) {
    if (key) await page.keyboard.press(key);
    await page.clock.runFor(wait);
    await expect(focused).toHaveText(option);
  }
  await page.clock.resume();
  await page.keyboard.press('Enter');
  await expect(combobox).toBeFocused();
  await expect(combobox).toHaveText('LinkedIn');
});
