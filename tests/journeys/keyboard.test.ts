import { navigationWords } from '../../content/navigation.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { expect, test } from './journey.ts';
import { dialog, isAbove, openDialog, untilDialogOpens } from './steps.ts';

const barLinks = ['Islam', 'Health', 'Blog', 'Pricing', 'About'];
const linkList = (indent: string) =>
  [
    '- list:',
    ...barLinks.flatMap((link) => [
      '  - listitem:',
      `    - link "${link}":`,
      `      - /url: /${link.toLowerCase()}`,
    ]),
  ]
    .map((line) => indent + line)
    .join('\n');

test('the bar is a banner with a navigation of links; Tab reaches its controls as they are read, the first leads past it', async ({
  page,
}) => {
  await page.goto('/health');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
- banner:
  - link "${navigationWords.home}"
  - navigation "Main":
${linkList('    ')}
  - button "Join Waitlist"
`);
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')).toHaveText(
    'Health',
  );
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
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

test('the mobile menu is a dialog with the links of the bar, opened with Space and followed with Enter', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).press('Space');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toMatchAriaSnapshot(`
- dialog "Menu":
  - link "${navigationWords.home}"
  - button "Close menu"
  - navigation "Menu":
${linkList('    ')}
  - button "Join Waitlist"
`);
  await menu.getByRole('link', { name: 'Pricing' }).press('Enter');
  await expect(page).toHaveURL('/pricing');
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

test('the roadmap’s quarters are tabs with their states, and Tab goes on to the panel', async ({ page }) => {
  await page.goto('/roadmap');
  const { quarters, statusLabels } = roadmap;
  const named = quarters.map(({ name, status }) => `      - tab "${name} ${statusLabels[status]}"`);
  await expect(page.getByRole('tablist')).toMatchAriaSnapshot(
    `    - tablist:\n${[`${named[0]} [selected]`, ...named.slice(1)].join('\n')}`,
  );
  const panel = page.getByRole('tabpanel');
  await expect(panel).toHaveCount(1);
  await page.getByRole('tab').first().press('Tab');
  await expect(panel).toBeFocused();
  await expect(panel).toHaveAccessibleName(new RegExp(`^${quarters[0]?.name}`));
  await expect(panel).toContainText(/priority/);
});

test('an article opens with Enter or Space, is scrolled by keyboard, and gives the focus back', async ({
  page,
}) => {
  await page.goto('/blog');
  const control = page.getByRole('button', { name: /^Read Article/ }).first();
  for (const key of ['Enter', 'Space']) {
    await control.press(key);
    const reader = page.getByRole('dialog');
    await expect(reader).toHaveAccessibleName(/.+/);
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

test('Tab and Shift+Tab stay inside the dialog, which says what it is, what its fields are, and above its button what is agreed to', async ({
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
  for (const key of [...Array(6).fill('Tab'), ...Array(3).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    await expect(card.locator(':focus')).toHaveCount(1);
  }
});

test('the open list answers to arrows, Home, End, Escape, Space and Enter; what is typed starts anew after one second', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' }).press('Enter');
  await untilDialogOpens(page);
  const combobox = dialog(page).getByRole('combobox');
  const focused = page.locator(':focus');
  const walk = async (steps: readonly (readonly [key: string, option: string])[]) => {
    for (const [key, option] of steps) {
      await page.keyboard.press(key);
      await expect(focused).toHaveText(option);
    }
  };
  await page.keyboard.press('Tab');
  await expect(combobox).toBeFocused();
  await walk([
    ['ArrowDown', 'Twitter/X'],
    ['ArrowDown', 'LinkedIn'],
    ['End', 'Other'],
    ['Home', 'Twitter/X'],
    ['Escape', 'Choose one'],
    ['Space', 'Twitter/X'],
    ['End', 'Other'],
    ['Enter', 'Other'],
  ]);
  await expect(combobox).toBeFocused();
  await walk([
    ['Enter', 'Other'],
    ['Home', 'Twitter/X'],
  ]);
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
});
