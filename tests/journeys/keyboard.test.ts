import type { Page } from '@playwright/test';
import { navigationWords } from '../../content/navigation.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { foundCities } from '../support/found-cities.ts';
import { parts } from '../support/parts.ts';
import { contrastOf } from '../support/pixels.ts';
import { spec } from '../support/specification.ts';
import { expect, test } from './journey.ts';
import { dialog, emailField, isAbove, joinButton, openDialog, untilDialogOpens, wake } from './steps.ts';

const barLinks = ['Islam', 'Health', 'Blog', 'Pricing', 'About'];

test('the bar is a banner with a navigation, and Tab reaches its controls in order', async ({ page }) => {
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

const backgroundOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

/** The contrast of an element's focus ring to the background of another: 0 without a ring. */
async function ringContrast(page: Page, ground: string, ringed = ':focus'): Promise<number> {
  const ring = await page.locator(ringed).evaluate((element) => {
    const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2 ? undefined : outlineColor;
  });
  return ring === undefined ? 0 : contrastOf(ring, await backgroundOf(page, ground));
}

for (const [path, id] of [
  ['/', 'hero-email'],
  ['/', 'cta-email'],
  ['/blog', 'blog-email'],
] as const) {
  test(`in the white field of ${id} the focus has a contrast of 3`, async ({ page }) => {
    await page.goto(path);
    await page.locator(`#${id}`).focus();
    const ground = `${parts.joinField}:has(#${id})`;
    expect(await ringContrast(page, ground)).toBeGreaterThanOrEqual(3);
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText('Join Waitlist');
    expect(await ringContrast(page, ground)).toBeGreaterThanOrEqual(3);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test(`a focused source and the toasts have a ring, ${colorScheme}`, async ({ page }) => {
      await page.goto('/about');
      const card = await openDialog(page);
      await expect(emailField(card)).toBeFocused();
      await card.getByRole('combobox').press('Enter');
      await expect(page.getByRole('option').first()).toBeFocused();
      expect(await ringContrast(page, parts.sourceList)).toBeGreaterThanOrEqual(3);
      await page.keyboard.press('Escape');
      await joinButton(page).press('Enter');
      await expect(page.locator(parts.toast)).toBeVisible();
      await page.keyboard.press('Alt+T');
      await expect(page.locator(parts.toaster)).toBeFocused();
      expect(await ringContrast(page, parts.toast, parts.toast)).toBeGreaterThanOrEqual(3);
    });
  });
}

test('with more contrast the hairlines stand out by 3 to 1', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  for (const [path, lined, ground] of [
    ['/', `${parts.plannerTimes} div`, 'body'],
    ['/pricing', parts.question, 'body'],
    ['/', parts.footerVerse, parts.footer],
  ] as const) {
    await page.goto(path);
    const line = await page
      .locator(lined)
      .last()
      .evaluate((element) => getComputedStyle(element).borderBottomColor);
    expect(contrastOf(line, await backgroundOf(page, ground)), lined).toBeGreaterThanOrEqual(3);
  }
});

test('with more contrast quiet text stands out by 7 to 1', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await page.goto('/roadmap');
  const ink = await page
    .locator(parts.quarterText)
    .first()
    .evaluate((element) => getComputedStyle(element).color);
  expect(contrastOf(ink, await backgroundOf(page, 'body'))).toBeGreaterThanOrEqual(7);
});

test('the arc is one picture, whose name tells of the prayers and the tasks', async ({ page }) => {
  await page.goto('/');
  const arc = page.getByRole('img', { name: /the five prayers and the tasks between them/ });
  expect(await arc.ariaSnapshot()).toMatch(/^- img "[^"]+"$/);
});

test('the prayer times stand under a heading of their own', async ({ page }) => {
  await page.goto('/');
  await wake(page);
  const times = page.locator(parts.plannerTimes);
  await expect(page.locator(`h2:has(+ ${parts.plannerTimes})`)).toBeVisible();
  await expect(times).toBeVisible();
});

test('links to other sites say that they open a new tab', async ({ page }) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const names = nodes.filter(({ role }) => role?.value === 'link').map(({ name }) => String(name?.value));
  const outside = await page.locator('a[target="_blank"]').count();
  expect(outside).toBeGreaterThan(5);
  expect(names.filter((name) => name.endsWith(' (new tab)'))).toHaveLength(outside);
});

test('the fields of the dialog and of the bottom form are marked as required', async ({ page }) => {
  await page.goto('/');
  for (const id of ['waitlist-email', 'waitlist-source', 'cta-email'])
    await expect(page.locator(`#${id}`)).toHaveAttribute('aria-required', 'true');
});

test('on a low screen the arrow keys bring the active city into view', async ({ page }) => {
  await page.goto('/');
  await wake(page);
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.locator(parts.plannerFold).press('Enter');
  await page.locator('#own-city').focus();
  await page.keyboard.type('man');
  const cities = page.getByRole('listbox').getByRole('option');
  const count = foundCities('man').length;
  await expect(cities).toHaveCount(count);
  for (let presses = 1; presses < count; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(cities.last()).toHaveAttribute('aria-selected', 'true');
  await expect(cities.last()).toBeInViewport({ ratio: 0.9 });
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

test('in forced colours no edge passes through a word of the roadmap’s lists', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/roadmap');
  const priorities = page.getByText(new RegExp(`^(${Object.values(roadmap.priorityLabels).join('|')})$`));
  await expect(priorities.first()).toBeVisible();
  for (const priority of await priorities.all()) await expect(priority).toHaveCSS('border-top-width', '0px');
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

test('an article opens with Space and is scrolled by keyboard', async ({ page }) => {
  await page.goto('/blog');
  await page
    .getByRole('button', { name: /^Read Article/ })
    .first()
    .press('Space');
  const reader = page.getByRole('dialog');
  await expect(reader.locator('p').nth(3)).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect
    .poll(() => reader.locator('[data-radix-scroll-area-viewport]').evaluate(({ scrollTop }) => scrollTop))
    .toBeGreaterThan(0);
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
  const bar = reader.locator(parts.readerBar);
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

test('Tab stays in the dialog, which names itself, its fields and the consent', async ({ page }) => {
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

test('typed letters find a source, start again after a second, and Enter takes it', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' }).press('Enter');
  await untilDialogOpens(page);
  // Until the dialog has given the focus to its first field, Enter might go there.
  await expect(emailField(dialog(page))).toBeFocused();
  const combobox = dialog(page).getByRole('combobox');
  const focused = page.locator(':focus');
  await combobox.press('Enter');
  await expect(focused).toHaveText(spec.sources[0] ?? '');
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
