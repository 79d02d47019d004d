import { screens } from '../../app/routes.ts';
import { plannerWords as words } from '../../content/prayer-day.ts';
import { newAddress } from '../support/new-address.ts';
import { parts } from '../support/parts.ts';
import { spec } from '../support/specification.ts';
import { expect, test } from './journey.ts';
import { emailField, isAbove, toast, unhydrated, untilIdle } from './steps.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('each form shows the consent, and an empty field is answered', async ({ page }) => {
    for (const [path, field] of [
      ['/blog', 'blog-email'],
      ['/', 'hero-email'],
      ['/', 'cta-email'],
    ] as const) {
      await page.goto(path);
      const form = page.locator('form').filter({ has: page.locator(`#${field}`) });
      await expect(form.getByRole('link')).toHaveAttribute('href', '/privacy');
      const words = form.getByText(/I explicitly consent/);
      expect(await isAbove(words, form.getByRole('button')), field).toBe(true);
    }
    await page.locator('#cta-email').press('Enter');
    await expect(page).toHaveURL('/waitlist/email-required');
    await expect(page.getByRole('main')).toContainText(spec.emailRequired.title);
    await expect(page.getByRole('main')).toContainText(spec.emailRequired.text);
  });
});

test('before the planner is there, a task cannot be sent into an address', async ({ page, holdBack }) => {
  const letPlannerCome = await holdBack('**/assets/planner-*.js');
  await page.goto('/');
  await page.keyboard.press('Shift');
  await page.getByText(words.own.title).click();
  await page.getByLabel(words.own.label).fill('A visit');
  await page.keyboard.press('Enter');
  const add = page.getByRole('button', { name: words.own.add });
  await expect(add).toBeDisabled();
  letPlannerCome();
  await expect(add).toBeEnabled();
  await expect(page.getByLabel(words.own.label)).toHaveValue('A visit');
  await add.click();
  await expect(page.locator(parts.plannerTasks)).toContainText('A visit');
  await expect(page).toHaveURL('/');
});

test('two clicks on the bottom form before React join once', async ({ page, holdBack }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/add_to_waitlist')) calls += 1;
  });
  const letReactCome = await holdBack('**/assets/hydrate-*.js');
  await page.goto('/');
  const form = page.locator('#join');
  const address = newAddress();
  await emailField(form).fill(address);
  const join = form.getByRole('button', { name: 'Join Waitlist' });
  await join.click();
  await join.click();
  await expect(emailField(form)).toHaveValue(address);
  letReactCome();
  await expect(toast(page, spec.joined).first()).toBeVisible();
  expect(calls).toBe(1);
});

test('React is loaded only when a visitor comes to a control', async ({ page }) => {
  let hasReact = false;
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return;
    const script = await response.text().catch(() => '');
    if (script.includes('react.dev/errors')) hasReact = true;
  });
  // On the landing page the first activity of a visitor starts the planner, which is React's.
  for (const { path } of screens.filter((screen) => screen.path !== '/')) {
    await page.goto(path);
    await untilIdle(page);
    hasReact = false;
    await page.mouse.move(1, 1);
    await page.keyboard.press('Shift');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await untilIdle(page);
    expect(hasReact, path).toBe(false);
    await page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' }).hover();
    await expect.poll(() => hasReact, path).toBe(true);
  }
});

/** What Chromium says of a script that could not be loaded. */
const lostScript = /Failed to load resource|Failed to fetch dynamically imported module/;

test.describe('when React cannot be loaded', () => {
  test.use({ expectedErrors: lostScript });

  test('the bottom form says so, and is posted as plain HTML the second time', async ({ page }) => {
    await page.route('**/assets/hydrate-*.js', (route) => route.abort());
    await page.goto('/');
    await page.locator('#cta-email').fill(newAddress());
    await page.locator('#cta-email').press('Enter');
    await expect(page.locator(parts.plainNotice)).toContainText(spec.failed.text);
    await page.locator('#cta-email').press('Enter');
    await expect(page).toHaveURL('/waitlist/joined');

    await page.goto('/');
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/hydrate-'));
    await page.locator('#join').scrollIntoViewIfNeeded();
    await lost;
    await page.unroute('**/assets/hydrate-*.js');
    // A request that was still under way may be lost, too: the activity after it counts.
    await expect(async () => {
      await page.keyboard.press('Shift');
      await expect(unhydrated(page, ['bottom-form'])).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
  });

  test('when the calls cannot be loaded, the bottom form and a toast say so', async ({ page }) => {
    await page.route('**/assets/calls-*.js', (route) => route.abort());
    await page.goto('/');
    const form = page.locator('#join');
    const address = newAddress();
    await emailField(form).fill(address);
    await form.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(toast(page, spec.failed)).toBeVisible();
    await expect(form.locator(parts.fieldError)).toHaveText(spec.failed.text);
    await expect(emailField(form)).toHaveValue(address);
  });
});

test.describe('when the script of one page cannot be loaded', () => {
  test.use({ expectedErrors: lostScript });

  test('the quarters are links until it is asked for again', async ({ page }) => {
    await page.route('**/assets/tabs-*.js', (route) => route.abort());
    await page.goto('/roadmap');
    const tab = page.getByRole('tab').last();
    await tab.click();
    await expect(page.getByRole('tabpanel').last()).toBeVisible();
    await expect(tab).toHaveAttribute('aria-selected', 'false');
    await page.unroute('**/assets/tabs-*.js');
    await expect(async () => {
      await page.keyboard.press('Shift');
      await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 });
    }).toPass();
  });
});

test('before any script the hero’s field shows the consent while it is typed into', async ({ page }) => {
  await page.route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  const words = page.locator(parts.hero).getByText(/I explicitly consent/);
  await expect(words).toBeHidden();
  await page.locator('#hero-email').fill(newAddress());
  await expect(words).toBeVisible();
});
