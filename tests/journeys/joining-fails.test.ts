import type { Page, Route } from '@playwright/test';
import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { newAddress } from './new-address.ts';
import { chooseSource, dialog, openDialog, toast } from './steps.ts';

const functionPath = '**/functions/v1/enhanced-waitlist';
const procedurePath = '**/rest/v1/rpc/add_to_waitlist';

// The browser itself reports a failed request in its console; that is not ours to silence.
test.use({ expectedErrors: /Failed to load resource/ });

const refusal = 'That address does not look right.';
const message = 'The list cannot be reached at the moment. Please try again shortly.';

interface Failure {
  name: string;
  answer: (route: Route) => Promise<void>;
  dialog: string;
  /** What the bottom form says, where it is something else: it shows the error's own message (docs/specification.md#messages). */
  bottomForm?: string;
}

/** One of each kind; every way in which an answer can be wrong is in app/waitlist/calls.test.ts. */
const failures: Failure[] = [
  {
    name: 'the network is cut',
    answer: (route) => route.abort('internetdisconnected'),
    dialog: spec.failed.text,
  },
  {
    name: 'the server answers an error with its own message',
    answer: (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message } }),
    dialog: spec.failed.text,
    bottomForm: message,
  },
  {
    name: 'the server refuses with a reason',
    answer: (route) => route.fulfill({ json: { success: false, error: refusal } }),
    dialog: refusal,
  },
];

/** Replaces the client's timeout. Returns a function that lets it expire and returns the milliseconds it was set to. */
async function controlTimeout(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      addEventListener('time-is-up', () =>
        controller.abort(new DOMException(`${milliseconds}`, 'TimeoutError')),
      );
      document.documentElement.dataset.timeout = String(milliseconds);
      return controller.signal;
    };
  });
  return () =>
    page.evaluate(() => {
      dispatchEvent(new Event('time-is-up'));
      return Number(document.documentElement.dataset.timeout);
    });
}

async function joinByDialog(page: Page, address: string): Promise<void> {
  const card = await openDialog(page);
  await card.getByRole('textbox').fill(address);
  await chooseSource(page, 'YouTube');
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
}

for (const failure of failures) {
  test(`dialog: when ${failure.name} the visitor reads why, the dialog stays open and nothing typed is lost`, async ({
    page,
  }) => {
    await page.route(functionPath, failure.answer);
    await page.goto('/');
    const address = newAddress();
    await joinByDialog(page, address);
    await expect(toast(page, { title: 'Error', text: failure.dialog })).toBeVisible();
    await expect(dialog(page).getByRole('alert')).toHaveText(failure.dialog);
    await expect(dialog(page).getByRole('textbox')).toHaveValue(address);
    await expect(dialog(page).getByRole('textbox')).toBeFocused();
    await expect(dialog(page).getByRole('combobox')).toHaveText('YouTube');
  });

  test(`bottom form: when ${failure.name} the visitor reads why and nothing typed is lost`, async ({
    page,
  }) => {
    const text = failure.bottomForm ?? failure.dialog;
    await page.route(procedurePath, failure.answer);
    await page.goto('/');
    const address = newAddress();
    const form = page.locator('#join');
    await form.getByRole('textbox').fill(address);
    await form.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(toast(page, { title: 'Error', text })).toBeVisible();
    await expect(form.getByRole('alert')).toHaveText(text);
    await expect(form.getByRole('textbox')).toHaveValue(address);
    await expect(form.getByRole('textbox')).toBeFocused();
  });
}

test('an answer later than ten seconds, to the bottom form or to the dialog, is a failure with the default words', async ({
  page,
}) => {
  const expireTimeout = await controlTimeout(page);
  for (const path of [procedurePath, functionPath]) await page.route(path, () => new Promise(() => {}));
  await page.goto('/');
  const form = page.locator('#join');
  const formAsked = page.waitForRequest(procedurePath);
  await form.getByRole('textbox').fill(newAddress());
  await form.getByRole('button', { name: 'Join Waitlist' }).click();
  await formAsked;
  expect(await expireTimeout()).toBe(10_000);
  await expect(form.getByRole('alert')).toHaveText(spec.failed.text);

  const dialogAsked = page.waitForRequest(functionPath);
  await joinByDialog(page, newAddress());
  await dialogAsked;
  await expect(dialog(page).getByRole('button', { name: 'Joining...' })).toBeVisible();
  expect(await expireTimeout()).toBe(10_000);
  await expect(dialog(page).getByRole('alert')).toHaveText(spec.failed.text);
});

test('bottom form: when its script cannot be loaded a notice says so too, and nothing typed is lost', async ({
  page,
}) => {
  await page.route('**/assets/calls-*.js', (route) => route.abort());
  await page.goto('/');
  const address = newAddress();
  const form = page.locator('#join');
  await form.getByRole('textbox').fill(address);
  await form.getByRole('button', { name: 'Join Waitlist' }).click();
  const notice = page.getByRole('alert').filter({ hasText: spec.failed.title });
  await expect(notice).toContainText(spec.failed.text);
  await expect(form.getByRole('alert')).toHaveText(spec.failed.text);
  await expect(form.getByRole('textbox')).toHaveValue(address);
});

test('a join that failed can be tried again and arrives', async ({ page }) => {
  await page.route(functionPath, (route) => route.abort('connectionrefused'), { times: 1 });
  await page.goto('/');
  await joinByDialog(page, newAddress());
  await expect(toast(page, spec.failed)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(toast(page, spec.joined)).toBeVisible();
});

test('a toast can be reached with the pointer while the dialog is open, which stays, and at most three show at once', async ({
  page,
}) => {
  await page.goto('/');
  const card = await openDialog(page);
  const join = card.getByRole('button', { name: 'Join Waitlist' });
  // A toast goes after four seconds: on a machine that needs longer for a click, the next one is tried.
  await expect(async () => {
    await join.click();
    await toast(page, spec.emailRequired).first().click({ timeout: 3000 });
  }).toPass();
  await expect(card).toBeVisible();
  // Toasts stay while the pointer is over them, so that there can be four of them.
  await expect(async () => {
    await join.click();
    await toast(page, spec.emailRequired).first().hover({ timeout: 3000 });
  }).toPass();
  const toasts = page.locator('[data-sonner-toast]');
  while ((await toasts.count()) < 4) await join.press('Enter');
  await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(3);
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('a toast leaves the button of the open dialog free', async ({ page }) => {
    await page.goto('/');
    const card = await openDialog(page);
    const join = card.getByRole('button', { name: 'Join Waitlist' });
    await join.click();
    const shown = toast(page, spec.emailRequired);
    await expect(shown).toBeVisible();
    // A press that anything else received would fail.
    await join.click({ timeout: 3_000 });
    const [above, button] = [await shown.first().boundingBox(), await join.boundingBox()];
    if (!above || !button) throw new Error('One of the two is not shown.');
    expect(above.y + above.height).toBeLessThanOrEqual(button.y);
  });
});
