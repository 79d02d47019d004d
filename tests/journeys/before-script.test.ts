import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { holdBack, isAbove, newAddress, openDialog, toast } from './steps.ts';

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
        await expect(words.getByRole('link')).toHaveAttribute('href', '/privacy');
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

test('a click on the bottom form before React is there is not lost', async ({ page }) => {
  const letReactCome = await holdBack(page, '**/assets/hydrate-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const form = page.locator('#join');
  const address = newAddress();
  await form.getByRole('textbox').fill(address);
  await form.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(form.getByRole('textbox')).toHaveValue(address);
  letReactCome();
  await expect(toast(page, spec.joined)).toBeVisible();
});

for (const path of ['/', '/blog', '/roadmap']) {
  test(`a visitor who only reads ${path} fetches React without running it, and one who moves has it hydrated`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path);
    await expect(page.locator('link[rel="modulepreload"][href*="/hydrate-"]')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    const askedAtRest = asked.length;
    await expect(page.locator('[data-hydrated]')).toHaveCount(0);
    await page.mouse.move(200, 200);
    await expect(page.locator('[data-island]:not([data-hydrated])')).toHaveCount(0);
    // The own day is loaded at the first sign of a visitor (docs/decisions/0043-the-visitors-own-day.md).
    const isOwnDay = (path: string) => /\/(own-day|prayer-times|figtree-marked)-[^/]+$/.test(path);
    expect(asked.slice(askedAtRest).filter((path) => !isOwnDay(path))).toEqual([]);
  });
}

test.describe('when React cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch dynamically imported module/ });

  test('after a lost request it is asked for again at the next event', async ({ page }) => {
    let lost = 0;
    await page.route('**/assets/hydrate-*.js', (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      return route.abort();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/hydrate-'));
    await page.keyboard.press('Shift');
    await failed;
    await expect(async () => {
      await page.keyboard.press('Shift');
      expect(await page.locator('[data-island]:not([data-hydrated])').count()).toBe(0);
    }).toPass();
    expect(lost).toBe(1);
  });

  test('the bottom form is posted as plain HTML', async ({ page }) => {
    await page.route('**/assets/hydrate-*.js', (route) => route.abort());
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
