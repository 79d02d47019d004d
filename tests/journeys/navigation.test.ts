import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';

const phone = { width: 390, height: 800 };

test('the top bar holds Islam, Health, Blog, Pricing, About and Join Waitlist, and its links lead there', async ({
  page,
}) => {
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Islam', 'Health', 'Blog', 'Pricing', 'About']);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' })).toBeVisible();
  for (const [label, path] of [
    ['Islam', '/islam'],
    ['Health', '/health'],
    ['Blog', '/blog'],
    ['Pricing', '/pricing'],
    ['About', '/about'],
  ] as const) {
    await bar.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(path);
    await expect(bar.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
  }
});

test('the bar shrinks into a floating pill after 100 px of scroll, and grows again', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('banner').locator('.site-bar');
  const wide = (await bar.boundingBox())?.width ?? 0;
  await page.evaluate(() => scrollTo({ top: 100, behavior: 'instant' }));
  await expect(page.getByRole('banner')).toHaveAttribute('data-pill', 'false');
  await page.evaluate(() => scrollTo({ top: 101, behavior: 'instant' }));
  await expect(page.getByRole('banner')).toHaveAttribute('data-pill', 'true');
  await expect.poll(async () => (await bar.boundingBox())?.width).toBeLessThan(wide);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.getByRole('banner')).toHaveAttribute('data-pill', 'false');
});

test('the mobile menu opens, keeps the focus inside, and closes on Escape and by its button', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  await expect(menu).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest('dialog');
    });
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
});

test('the mobile menu closes when a link in it is clicked', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Health' }).click();
  await expect(page).toHaveURL('/health');
  await expect(menu).toBeHidden();
});

test('Join Waitlist in the mobile menu closes it and opens the waitlist dialog', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
});

test('the footer has Product, Community and Company links, social links and a verse with its reference', async ({
  page,
}) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  for (const group of ['Product', 'Community', 'Company']) {
    const links = footer.getByRole('navigation', { name: group }).getByRole('link');
    expect(await links.count()).toBeGreaterThan(1);
  }
  await expect(footer).toContainText('Quran text: Tanzil Project, tanzil.net (CC BY 3.0)');
  await expect(footer.locator('[lang="ar"][dir="rtl"]')).toBeVisible();
  await expect(footer.getByRole('link', { name: /^Quran \d/ })).toHaveAttribute(
    'href',
    /^https:\/\/quran\.com\//,
  );
  for (const { label, href } of site.social) {
    await expect(footer.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href);
  }
  await expect(footer.getByRole('link', { name: /feedback/i })).toHaveAttribute('href', /^mailto:/);
});

test('the first tab stop leads past the bar', async ({ page }) => {
  await page.goto('/islam');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /^Skip/ });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('every link of every screen leads somewhere', async ({ request, baseURL }) => {
  test.slow();
  const targets = new Set<string>();
  for (const path of [
    '/',
    '/islam',
    '/health',
    '/blog',
    '/pricing',
    '/about',
    '/roadmap',
    '/privacy',
    '/no-such-page',
  ]) {
    const html = await (await request.get(path)).text();
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g))
      targets.add(new URL(href, `${baseURL}${path}`).href);
  }
  for (const target of targets) {
    const url = new URL(target);
    if (url.origin !== baseURL) continue;
    const response = await request.get(url.pathname);
    expect(response.status(), target).toBe(url.pathname === '/no-such-page' ? 404 : 200);
    if (url.hash) expect(await response.text(), target).toContain(`id="${url.hash.slice(1)}"`);
  }
});
