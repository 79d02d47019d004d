import { screens } from '../../app/routes.ts';
import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { newAddress } from './new-address.ts';
import { holdBack, isAbove, openDialog, toast, unhydrated, untilDrawn, untilIdle } from './steps.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, fields] of [
    ['/', ['hero-email', 'cta-email']],
    ['/blog', ['blog-email']],
  ] as const) {
    test(`what is agreed to stands above the button of each form of ${path}`, async ({ page }) => {
      await page.goto(path);
      for (const field of fields) {
        const form = page.locator('form').filter({ has: page.locator(`#${field}`) });
        const words = form.getByText(/I explicitly consent/);
        await expect(words).toBeVisible();
        await expect(form.getByRole('link')).toHaveAttribute('href', '/privacy');
        expect(await isAbove(words, form.getByRole('button')), field).toBe(true);
      }
    });
  }

  test('an empty field is answered with Email required and a way back', async ({ page }) => {
    await page.goto('/');
    await page.locator('#cta-email').press('Enter');
    await expect(page).toHaveURL('/waitlist/email-required');
    await expect(page.getByRole('main')).toContainText(spec.emailRequired.title);
    await expect(page.getByRole('main')).toContainText(spec.emailRequired.text);
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page.locator('#cta-email')).toBeVisible();
  });
});

test('what is agreed to stands above the button of the dialog and of the bottom form', async ({ page }) => {
  await page.goto('/');
  const form = page.locator('#join form');
  expect(await isAbove(form.getByText(/I explicitly consent/), form.getByRole('button'))).toBe(true);
  const card = await openDialog(page);
  const join = card.getByRole('button', { name: 'Join Waitlist' });
  expect(await isAbove(card.getByText(/I explicitly consent/), join)).toBe(true);
});

test('a visitor who types into the hero’s field before the script has loaded reads what sending it agrees to', async ({
  page,
}) => {
  await page.route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  const words = page.locator('.hero').getByText(/I explicitly consent/);
  await expect(words).toBeHidden();
  await page.locator('#hero-email').fill(newAddress());
  await expect(words).toBeVisible();
});

test('a click on the bottom form before React is there is not lost, and two of them join once', async ({
  page,
}) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/add_to_waitlist')) calls += 1;
  });
  const letReactCome = await holdBack(page, '**/assets/islands-*.js');
  await page.goto('/');
  const form = page.locator('#join');
  const address = newAddress();
  await form.getByRole('textbox').fill(address);
  const join = form.getByRole('button', { name: 'Join Waitlist' });
  await join.click();
  await join.click();
  await expect(form.getByRole('textbox')).toHaveValue(address);
  letReactCome();
  await expect(toast(page, spec.joined).first()).toBeVisible();
  expect(calls).toBe(1);
});

// On the landing page the first sign of a visitor starts the planner, which is React's.
for (const { path } of screens.filter((screen) => screen.path !== '/')) {
  test(`a visitor who only reads ${path} loads no React, and one who comes to a control of it has it`, async ({
    page,
  }) => {
    let hasReact = false;
    page.on('response', async (response) => {
      if (!response.url().endsWith('.js')) return;
      const script = await response.text().catch(() => '');
      if (script.includes('react.dev/errors')) hasReact = true;
    });
    await page.goto(path);
    await untilIdle(page);
    await page.mouse.move(1, 1);
    await page.keyboard.press('Shift');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await untilIdle(page);
    expect(hasReact).toBe(false);
    await page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' }).hover();
    await expect.poll(() => hasReact).toBe(true);
  });
}

test('the forms and moving figures of the landing page are hydrated as a reader comes near, the articles’ dialog under the pointer', async ({
  page,
}) => {
  await page.goto('/');
  await page.locator('#join').scrollIntoViewIfNeeded();
  await expect(unhydrated(page)).toHaveCount(0);
  await page.goto('/blog');
  await untilIdle(page);
  await expect(unhydrated(page)).toHaveCount(1);
  await page.locator('[data-answered-by]').first().hover();
  await expect(unhydrated(page)).toHaveCount(0);
});

test.describe('when React cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch dynamically imported module/ });

  test('after a lost request it is asked for again at the next sign', async ({ page }) => {
    let lost = 0;
    await page.route('**/assets/islands-*.js', (route) => {
      if (lost === 1) return route.continue();
      lost += 1;
      return route.abort();
    });
    await page.goto('/');
    const first = page.waitForEvent('requestfailed');
    await page.locator('#join').scrollIntoViewIfNeeded();
    await first;
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await untilDrawn(page);
    await page.locator('#join').scrollIntoViewIfNeeded();
    await expect(unhydrated(page)).toHaveCount(0);
  });

  test('the bottom form is posted as plain HTML', async ({ page }) => {
    await page.route('**/assets/islands-*.js', (route) => route.abort());
    await page.goto('/');
    await page.locator('#cta-email').fill(newAddress());
    await page.locator('#cta-email').press('Enter');
    await expect(page).toHaveURL('/waitlist/joined');
  });
});

test('an address typed and sent on a slow line and a slow processor, before any script has come, arrives', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // WebPageTest's 'Slow 3G', in bytes a second and milliseconds.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.locator('#hero-email');
  await field.fill(newAddress());
  await field.press('Enter');
  await expect(page).toHaveURL('/waitlist/joined');
  await expect(page.getByRole('main')).toContainText(spec.joined.title);
});
