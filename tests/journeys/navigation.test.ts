import { screens } from '../../app/routes.ts';
import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';

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

test('the first tab stop leads past the bar', async ({ page }) => {
  await page.goto('/islam');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /^Skip/ });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('every link of every screen leads somewhere', async ({ request, baseURL }) => {
  const targets = new Set<string>();
  for (const path of [...screens.map(({ path }) => path), '/no-such-page']) {
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
