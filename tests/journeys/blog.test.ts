import { blog } from '../../content/pages/blog.ts';
import { publishedArticles } from '../articles/published.ts';
import { expect, test } from './journey.ts';

const chips = [blog.chips.all, ...blog.chips.categories];

/** Of the grid, which the featured article is not in. */
const shelf = [...publishedArticles.filter(({ featured }) => !featured), ...blog.announced];
/** A category that leaves something of the grid, and not all of it. */
const partial = blog.chips.categories.find((wanted) => {
  const left = shelf.filter(({ category }) => category === wanted).length;
  return left > 0 && left < shelf.length;
});

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

test('a chip filters the grid below it, and the featured article stays', async ({ page }) => {
  await page.goto('/blog');
  const featured = page.locator('.featured');
  const cards = page.locator('.article-card:visible');
  const all = await cards.count();
  await page.getByRole('button', { name: partial ?? '', exact: true }).click();
  await expect(cards.first()).toContainText(partial ?? '');
  expect(await cards.count()).toBeLessThan(all);
  await expect(featured).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(cards).toHaveCount(all);
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

test('an article’s dialog has an address of its own, closes with Back, and opens from its address', async ({
  page,
}) => {
  await page.goto('/blog');
  const open = page.getByRole('button', { name: /^Read Article/ }).first();
  await open.click();
  const reader = page.getByRole('dialog');
  await expect(reader.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/blog#[a-z0-9-]+$/);
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

test('each article says how many minutes it takes to read', async ({ page }) => {
  await page.goto('/blog');
  for (const { readTime } of publishedArticles) {
    await expect(page.getByRole('main').getByText(`${readTime} ${blog.minutes}`).first()).toBeVisible();
  }
});
