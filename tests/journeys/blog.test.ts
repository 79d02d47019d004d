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

test('three articles open in a dialog by Read Article; the others say Coming Soon and have no button', async ({
  page,
}) => {
  await page.goto('/blog');
  await expect(page.getByRole('button', { name: /^Read Article/ })).toHaveCount(3);
  const coming = page.locator('.article-card').filter({ hasText: 'Coming Soon' });
  expect(await coming.count()).toBeGreaterThanOrEqual(5);
  await expect(coming.getByRole('button')).toHaveCount(0);
});

test('the sample articles take 8, 5 and 7 minutes to read', async ({ page }) => {
  await page.goto('/blog');
  for (const minutes of ['8 min read', '5 min read', '7 min read']) {
    await expect(page.getByRole('main').getByText(minutes)).toBeVisible();
  }
});
