import { islam } from '../../content/pages/islam.ts';
import { pricing } from '../../content/pages/pricing.ts';
import { site } from '../../content/site.ts';
import { expect, test } from './journey.ts';

test('each plan stands at its price, the popular one says so, and its button opens the one dialog', async ({
  page,
}) => {
  await page.goto('/pricing');
  const plans = page.getByRole('listitem').filter({ has: page.getByRole('button') });
  await expect(plans).toHaveCount(pricing.plans.length);
  for (const [index, { name, price, period, popular }] of pricing.plans.entries()) {
    for (const word of [name, price, period, ...(popular ? [pricing.popularLabel] : [])])
      await expect(plans.nth(index)).toContainText(word);
  }
  for (const [index, { button }] of pricing.plans.entries()) {
    await plans.nth(index).getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('early believers are promised founder pricing for life, students their share, the waitlist free founder access', async ({
  page,
}) => {
  await page.goto('/pricing');
  const main = page.getByRole('main');
  for (const { title } of [pricing.banner, pricing.student, pricing.founder]) {
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(main.locator('.accordion details')).toHaveCount(pricing.faq.items.length);
});

test('the faith page has its feature cards and a section on barakah', async ({ page }) => {
  await page.goto('/islam');
  await expect(page.locator('.islam-card')).toHaveCount(islam.cards.items.length);
  await expect(page.getByRole('main').getByText('Barakah', { exact: false }).first()).toBeVisible();
});

test('the face of the verses is waited for, not replaced', async ({ page }) => {
  await page.goto('/islam');
  const waits = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => family.includes('Amiri')).map(({ display }) => display),
  );
  expect(new Set(waits)).toEqual(new Set(['block']));
});

test('the health page has science beside Sunnah and a note that it is not medical advice', async ({
  page,
}) => {
  await page.goto('/health');
  await expect(page.locator('#not-medical-advice')).toBeVisible();
  expect(
    await page
      .locator('.science')
      .getByRole('link', { name: /20\d\d/ })
      .count(),
  ).toBeGreaterThan(3);
});

test('the policy excludes children and names the UK GDPR', async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.getByRole('main')).toContainText('UK GDPR');
  await expect(page.getByRole('main')).toContainText(`under ${site.minimumAge}`);
});
