import { blog } from '../../content/pages/blog.ts';
import { publishedArticles } from '../articles/published.ts';
import { expect, test } from './journey.ts';

const chips = [blog.chips.all, ...blog.chips.categories];

test('the chips are All and the categories, and All is chosen', async ({ page }) => {
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

test('articles in full open in a dialog by Read Article; the others say Coming Soon and have no button', async ({
  page,
}) => {
  await page.goto('/blog');
  await expect(page.getByRole('button', { name: /^Read Article/ })).toHaveCount(publishedArticles.length);
  const coming = page.locator('.article-card').filter({ hasText: 'Coming Soon' });
  await expect(coming).toHaveCount(blog.announced.length);
  await expect(coming.getByRole('button')).toHaveCount(0);
});

test('each article says how many minutes it takes to read', async ({ page }) => {
  await page.goto('/blog');
  for (const { readTime } of publishedArticles) {
    await expect(page.getByRole('main').getByText(`${readTime} ${blog.minutes}`).first()).toBeVisible();
  }
});
