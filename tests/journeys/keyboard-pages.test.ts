import { navigationWords } from '../../content/navigation.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { expect, test } from './journey.ts';

test('the bar is a banner with a navigation of links, and says which page this is', async ({ page }) => {
  await page.goto('/health');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "${navigationWords.home}"
      - navigation "Main":
        - list:
          - listitem:
            - link "Islam"
          - listitem:
            - link "Health"
          - listitem:
            - link "Blog"
          - listitem:
            - link "Pricing"
          - listitem:
            - link "About"
      - button "Join Waitlist"
  `);
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')).toHaveText(
    'Health',
  );
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
});

test('Tab reaches the bar’s controls in the order they are read', async ({ page }) => {
  await page.goto('/');
  const reached: string[] = [];
  for (let presses = 0; presses < 9; presses += 1) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.locator(':focus').evaluate((element) => element.ariaLabel ?? element.textContent.trim()),
    );
  }
  expect(reached).toEqual([
    'Skip to the page',
    navigationWords.home,
    'Islam',
    'Health',
    'Blog',
    'Pricing',
    'About',
    'Join Waitlist',
    '',
  ]);
});

test('the marquee can be stopped by keyboard', async ({ page }) => {
  await page.goto('/');
  const marquee = page.getByRole('region', { name: /figures/ }).getByRole('button');
  await marquee.focus();
  await page.keyboard.press('Space');
  await expect(marquee).toHaveAccessibleName(/again/i);
});

test('the FAQ opens and closes with Enter and Space, one at a time, and says so', async ({ page }) => {
  await page.goto('/');
  const questions = page.locator('.accordion summary');
  const open = page.locator('.accordion details[open]');
  await questions.first().focus();
  await page.keyboard.press('Enter');
  await expect(open.locator('summary')).toHaveText([/.+/]);
  await expect(open).toMatchAriaSnapshot(`
    - group:
      - heading [level=3]
      - paragraph: /.+/
  `);
  await page.keyboard.press('Tab');
  await expect(questions.nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(open).toHaveCount(1);
  await expect(page.locator('.accordion details').nth(1)).toHaveAttribute('open');
  await page.keyboard.press('Space');
  await expect(open).toHaveCount(0);
});

test('the roadmap’s quarters are tabs with their states, Tab goes on to the panel, and a press opens another', async ({
  page,
}) => {
  await page.goto('/roadmap');
  const tabs = page.getByRole('tab');
  const panel = page.getByRole('tabpanel');
  const { quarters, statusLabels } = roadmap;
  const named = quarters.map(({ name, status }) => `      - tab "${name} ${statusLabels[status]}"`);
  await expect(page.getByRole('tablist')).toMatchAriaSnapshot(
    `    - tablist:\n${[`${named[0]} [selected]`, ...named.slice(1)].join('\n')}`,
  );
  await expect(panel).toHaveCount(1);
  await tabs.first().focus();
  await page.keyboard.press('Tab');
  await expect(panel).toBeFocused();
  await expect(panel).toHaveAccessibleName(new RegExp(`^${quarters[0]?.name}`));
  await page.keyboard.press('Shift+Tab');
  await expect(tabs.first()).toBeFocused();
  await tabs.nth(2).click();
  await expect(page.getByRole('tab', { selected: true })).toContainText(quarters[2]?.name ?? '');
  await expect(panel).toContainText(/priority/);
});

test('an article opens with Enter or Space, is scrolled by keyboard, and gives the focus back', async ({
  page,
}) => {
  await page.goto('/blog');
  const control = page.getByRole('button', { name: /^Read Article/ }).first();
  for (const key of ['Enter', 'Space']) {
    await control.focus();
    await page.keyboard.press(key);
    const reader = page.getByRole('dialog');
    await expect(reader.getByRole('heading', { level: 2 }).first()).toBeVisible();
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

test('the blog’s chips are toggle buttons that Space and Enter press, and the count is announced', async ({
  page,
}) => {
  await page.goto('/blog');
  const chips = page
    .getByRole('main')
    .getByRole('group')
    .filter({ has: page.getByRole('button', { name: 'All', exact: true }) });
  await expect(chips.getByRole('button', { pressed: true })).toHaveText('All');
  await chips.getByRole('button', { name: 'All', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(chips.getByRole('button', { name: 'Faith & Productivity' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(chips.getByRole('button', { pressed: true })).toHaveText('Faith & Productivity');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(chips.getByRole('button', { pressed: true })).toHaveText('Health & Wellness');
  await expect(page.getByRole('main').getByRole('status').first()).not.toBeEmpty();
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

test('the mobile menu is opened, walked and left by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toMatchAriaSnapshot(`
    - dialog "Menu":
      - link "${navigationWords.home}"
      - button "Close menu"
      - navigation "Menu":
        - list:
          - listitem:
            - link "Islam"
          - listitem:
            - link "Health"
          - listitem:
            - link "Blog"
          - listitem:
            - link "Pricing"
          - listitem:
            - link "About"
      - button "Join Waitlist"
  `);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Space');
  await menu.getByRole('link', { name: 'Pricing' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/pricing');
});
