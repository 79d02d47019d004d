import { expect, test } from './journey.ts';

const chips = [
  'All',
  'Faith & Productivity',
  'Health & Wellness',
  'Productivity',
  'Habits & Routines',
  'Time Management',
];

test('the chips are All and the five categories, and All is chosen', async ({ page }) => {
  await page.goto('/blog');
  const group = page
    .getByRole('group')
    .filter({ has: page.getByRole('button', { name: 'All', exact: true }) });
  await expect(group.getByRole('button')).toHaveText(chips);
  await expect(group.getByRole('button', { name: 'All', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a chip filters the grid below it, and the featured article stays', async ({ page }) => {
  await page.goto('/blog');
  const featured = page.locator('.featured');
  const cards = page.locator('.article-card:visible');
  const all = await cards.count();
  await page.getByRole('button', { name: 'Time Management', exact: true }).click();
  await expect(cards.first()).toContainText('Time Management');
  expect(await cards.count()).toBeLessThan(all);
  await expect(featured).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(cards).toHaveCount(all);
});

test('three articles open in a dialog by Read Article; the others say Coming Soon and have no button', async ({
  page,
}) => {
  await page.goto('/blog');
  await expect(page.getByRole('button', { name: /^Read Article/ })).toHaveCount(3);
  const coming = page.locator('.article-card').filter({ hasText: 'Coming Soon' });
  expect(await coming.count()).toBeGreaterThanOrEqual(5);
  await expect(coming.getByRole('button')).toHaveCount(0);
});

test('an article’s dialog has an address of its own, closes with Back, and opens from its address', async ({
  page,
}) => {
  await page.goto('/blog');
  const open = page.getByRole('button', { name: /^Read Article/ }).first();
  await open.click();
  const reader = page.getByRole('dialog');
  await expect(reader.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/blog#[a-z-]+$/);
  const address = page.url();
  await page.goBack();
  await expect(reader).toBeHidden();
  await expect(page).toHaveURL('/blog');
  await page.goto('/pricing');
  await page.goto(address);
  await expect(reader).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
});

test('the sample articles take 8, 5 and 7 minutes to read', async ({ page }) => {
  await page.goto('/blog');
  for (const minutes of ['8 min read', '5 min read', '7 min read']) {
    await expect(page.getByRole('main').getByText(minutes)).toBeVisible();
  }
});
