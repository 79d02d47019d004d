import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { newAddress } from './new-address.ts';
import { holdBack, isAbove, isOfOwnDay, openDialog, toast, unhydrated, untilIdle } from './steps.ts';

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

test('a click on the bottom form before React is there is not lost, and two of them join once', async ({
  page,
}) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/add_to_waitlist')) calls += 1;
  });
  const letReactCome = await holdBack(page, '**/assets/hydrate-*.js');
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

for (const path of ['/', '/blog', '/roadmap']) {
  test(`a visitor who only reads ${path} fetches React without running it, and one who moves has it hydrated`, async ({
    page,
  }) => {
    const asked: string[] = [];
    const finished: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('requestfinished', (request) => finished.push(new URL(request.url()).pathname));
    await page.goto(path);
    await untilIdle(page);
    const react = (await page.locator('[data-react]').getAttribute('data-react'))?.split(' ') ?? [];
    await expect.poll(() => react.filter((file) => !finished.includes(file))).toEqual([]);
    // Had the page begun to hydrate at the same time, it would have come so far by now.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    const askedAtRest = asked.length;
    await expect(page.locator('[data-hydrated]')).toHaveCount(0);
    await page.mouse.move(200, 200);
    await expect(unhydrated(page)).toHaveCount(0);
    expect(asked.slice(askedAtRest).filter((path) => !isOfOwnDay(path))).toEqual([]);
  });
}

test.describe('when React cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch dynamically imported module/ });

  test('after a lost request it is asked for again at the next event', async ({ page }) => {
    // What the idle page fetches ahead, and what the first event asks for.
    let lost = 0;
    await page.route('**/assets/hydrate-*.js', (route) => {
      if (lost === 2) return route.continue();
      lost += 1;
      return route.abort();
    });
    const fetchedAhead = page.waitForEvent('requestfailed');
    await page.goto('/');
    await fetchedAhead;
    await expect(async () => {
      await page.keyboard.press('Shift');
      expect(await unhydrated(page).count()).toBe(0);
    }).toPass();
    expect(lost).toBe(2);
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
