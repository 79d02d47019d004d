import { discounts, inDollars, prices } from '../../content/prices.ts';
import { expect, test } from './journey.ts';

test('the plans are Free, Believer and Ummah at their prices, Believer the most popular', async ({
  page,
}) => {
  await page.goto('/pricing');
  const plans = page.getByRole('listitem').filter({ has: page.getByRole('button') });
  await expect(plans).toHaveCount(3);
  const { free, believer, ummah } = prices;
  for (const [index, words] of [
    ['Free', inDollars(free.amount), 'forever'],
    ['Believer', inDollars(believer.amount), 'per month', 'Most Popular'],
    ['Ummah', inDollars(ummah.amount), 'per year'],
  ].entries()) {
    for (const word of words) await expect(plans.nth(index)).toContainText(word);
  }
});

test('Free has Get Started, the others Join Waitlist, and each opens the one dialog', async ({ page }) => {
  await page.goto('/pricing');
  const plans = page.getByRole('listitem').filter({ has: page.getByRole('button') });
  for (const [index, label] of ['Get Started', 'Join Waitlist', 'Join Waitlist'].entries()) {
    await plans.nth(index).getByRole('button', { name: label }).click();
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
  await expect(
    main.getByRole('heading', { name: `${discounts.earlyBeliever}% off, for life` }),
  ).toBeVisible();
  await expect(main.getByRole('heading', { name: `Students: ${discounts.student}% off` })).toBeVisible();
  await expect(main.getByRole('heading', { name: /Founder access, free/ })).toBeVisible();
  await expect(main.locator('.accordion details')).toHaveCount(5);
});

test('the faith page has six feature cards and a section on barakah', async ({ page }) => {
  await page.goto('/islam');
  await expect(page.locator('.conviction')).toHaveCount(6);
  await expect(page.getByRole('main').getByText('Barakah', { exact: false }).first()).toBeVisible();
});

test('the face of the verses is waited for, not replaced', async ({ page }) => {
  await page.goto('/islam');
  const waits = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => family.includes('Amiri')).map(({ display }) => display),
  );
  expect(new Set(waits)).toEqual(new Set(['block']));
});

test('the health page has five cards, science beside Sunnah, a tracking list and a note that it is not medical advice', async ({
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

test('the policy excludes children under 13 and names the UK GDPR', async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.getByRole('main')).toContainText('UK GDPR');
  await expect(page.getByRole('main')).toContainText(/under 13/);
});
