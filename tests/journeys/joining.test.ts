import type { Page, Request, Route } from '@playwright/test';
import { refusals } from '../../content/messages.ts';
import { nextStep } from '../../content/next-step.ts';
import { newAddress } from '../support/new-address.ts';
import { parts } from '../support/parts.ts';
import { spec } from '../support/specification.ts';
import { expect, test } from './journey.ts';
import {
  chooseSource,
  dialog,
  emailField,
  isAbove,
  joinButton,
  joinByDialog,
  joinByForm,
  openDialog,
  toast,
  untilDialogOpens,
} from './steps.ts';

const functionPath = '**/functions/v1/enhanced-waitlist';
const procedurePath = '**/rest/v1/rpc/add_to_waitlist';

/** The requests so far that were no GET for a file of the site. */
function callsOf(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    const isFile = request.method() === 'GET' && request.url().startsWith(process.env.JOURNEYS_URL ?? '');
    if (!isFile) calls.push(request);
  });
  return calls;
}

test('the dialog makes its call once, welcomes, clears and closes, again and again', async ({
  page,
  holdBack,
}) => {
  const calls = callsOf(page);
  const letAnswerCome = await holdBack(functionPath);
  await page.goto('/');
  const address = newAddress();
  await joinByDialog(page, `  ${address} `, 'Masjid');
  const joining = dialog(page).getByRole('button', { name: 'Joining...' });
  for (const control of [joining, emailField(dialog(page)), dialog(page).getByRole('combobox')])
    await expect(control).toBeDisabled();
  await joining.click({ force: true });
  letAnswerCome();
  const welcome = toast(page, spec.joined);
  await expect(welcome).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(['/functions/v1/enhanced-waitlist']);
  expect(calls[0]?.postDataJSON()).toEqual({ user_email: address, entry_source: 'Masjid' });
  await expect(welcome).toHaveCount(0);
  await openDialog(page);
  await expect(emailField(dialog(page))).toHaveValue('');
  await expect(dialog(page).getByRole('combobox')).toHaveText('Choose one');
  await page.keyboard.press('Escape');
  // On the list already.
  await joinByDialog(page, address, 'Google');
  await expect(welcome).toBeVisible();
});

test('the bottom form makes its call once, welcomes, clears and keeps nothing', async ({
  page,
  holdBack,
}) => {
  const calls = callsOf(page);
  const letAnswerCome = await holdBack(procedurePath);
  await page.goto('/');
  const form = page.locator('#join');
  const address = newAddress();
  await joinByForm(page, address);
  await expect(form.getByRole('button', { name: 'Joining...' })).toBeDisabled();
  await expect(emailField(form)).toBeDisabled();
  letAnswerCome();
  await expect(toast(page, spec.joined)).toBeVisible();
  await expect(form.getByRole('region', { name: nextStep.unasked.title })).toContainText(
    nextStep.unasked.text,
  );
  await expect(emailField(form)).toHaveValue('');
  expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(['/rest/v1/rpc/add_to_waitlist']);
  expect(calls[0]?.postDataJSON()).toEqual({ user_email: address, entry_source: 'cta' });
  const kept = () => [localStorage.length, sessionStorage.length, document.cookie];
  expect(await page.evaluate(kept)).toEqual([0, 0, '']);
});

test('what is missing is said beside its field and in a toast, without a call', async ({ page }) => {
  const calls = callsOf(page);
  await page.goto('/');
  const form = page.locator('#join');
  await joinByForm(page, '');
  await expect(toast(page, spec.emailRequired)).toBeVisible();
  await expect(form.locator(parts.fieldError)).toHaveText(spec.emailRequired.text);
  await expect(emailField(form)).toBeFocused();

  const card = await openDialog(page);
  const field = emailField(card);
  for (const nothing of ['', '   ']) {
    await field.fill(nothing);
    await field.press('Enter');
    await expect(card.locator(parts.fieldError)).toHaveText(spec.emailRequired.text);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(spec.emailRequired.text);
  }
  await field.fill('someone@example.org');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(card.locator(parts.fieldError)).toHaveCount(0);
  await field.press('Enter');
  await expect(toast(page, spec.sourceRequired)).toBeVisible();
  await expect(card.locator(parts.fieldError)).toHaveText(spec.sourceRequired.text);
  await expect(card.getByRole('combobox')).toBeFocused();
  await card.getByRole('combobox').click();
  await expect(page.getByRole('option')).toHaveText([...spec.sources]);
  await page.keyboard.press('Escape');

  await chooseSource(page, 'Friend');
  await expect(card.getByRole('combobox')).toBeFocused();
  await expect(card.getByRole('combobox')).not.toHaveAttribute('aria-invalid');
  await expect(card.locator(parts.fieldError)).toHaveCount(0);
  await field.fill('not-an-address');
  await joinButton(page).click();
  // The browser's own message moves the focus there. So does a refusal, but only after a call.
  await expect(field).toBeFocused();
  await expect(joinButton(page)).toBeEnabled();
  expect(calls).toEqual([]);
});

for (const [name, answer, said] of [
  ['a welcome', { success: true }, spec.joined],
  ['a refusal', { success: false, error: 'Too many tries.' }, { title: 'Error', text: 'Too many tries.' }],
] as const) {
  test(`a dialog closed while joining loses neither ${name} nor what was typed into it meanwhile`, async ({
    page,
    holdBack,
  }) => {
    await page.route(functionPath, (route) => route.fulfill({ json: answer }));
    const letAnswerCome = await holdBack(functionPath);
    await page.goto('/');
    const field = emailField(dialog(page));
    const first = newAddress();
    const another = newAddress();
    await joinByDialog(page, first);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.locator('#hero-email').fill(another);
    await openDialog(page);
    letAnswerCome();
    await expect(toast(page, said)).toBeVisible();
    await expect(joinButton(page)).toBeEnabled();
    await expect(field).toHaveValue(another);
    await expect(dialog(page).locator(parts.fieldError)).toHaveCount(0);
    await expect(page.locator('#hero-email')).toHaveValue(another);

    const letNextCome = await holdBack(functionPath);
    await chooseSource(page, 'Friend');
    await joinButton(page).click();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, said)).toHaveCount(0);
    letNextCome();
    await expect(toast(page, said)).toBeVisible();
    await openDialog(page);
    await expect(field).toHaveValue(answer.success ? '' : another);
    await expect(dialog(page).locator(parts.fieldError)).toHaveCount(0);
  });
}

for (const [path, id] of Object.entries({ '/': 'hero-email', '/blog': 'blog-email' })) {
  test(`${id} opens the dialog even when empty, and a join empties it`, async ({ page }) => {
    await page.goto(path);
    const field = page.locator(`#${id}`);
    await field.press('Enter');
    await untilDialogOpens(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(field).toBeFocused();
    await field.fill(newAddress());
    await field.press('Enter');
    await chooseSource(page, 'Friend');
    await joinButton(page).click();
    await expect(toast(page, spec.joined)).toBeVisible();
    await expect(field).toHaveValue('');
  });
}

test.describe('when a join fails', () => {
  // The browser itself reports a failed request in its console; that is not ours to silence.
  test.use({ expectedErrors: /Failed to load resource/ });

  const refuseWith = (error: string) => (route: Route) => route.fulfill({ json: { success: false, error } });

  // One of each kind; every way in which an answer can be wrong is in app/waitlist/calls.test.ts.
  for (const [name, answer, said] of [
    ['cut off', (route: Route) => route.abort('internetdisconnected'), spec.failed.text],
    ['refused', refuseWith(refusals.address), refusals.address],
    ['one of too many', refuseWith(refusals.tooMany), refusals.tooMany],
  ] as const) {
    test(`a join that is ${name} says why in both forms and can be tried again`, async ({ page }) => {
      for (const path of [functionPath, procedurePath]) await page.route(path, answer, { times: 1 });
      await page.goto('/');
      const address = newAddress();
      for (const [join, place] of [
        [joinByForm, page.locator('#join')],
        [joinByDialog, dialog(page)],
      ] as const) {
        await join(page, address);
        await expect(toast(page, { title: 'Error', text: said }).first()).toBeVisible();
        await expect(place.locator(parts.fieldError)).toHaveText(said);
        await expect(emailField(place)).toHaveValue(address);
        await expect(emailField(place)).toBeFocused();
        // Only a refusal of the address says that it is wrong.
        const isWrong = said === refusals.address;
        await expect(emailField(place)).toHaveAccessibleDescription(said);
        expect((await emailField(place).getAttribute('aria-invalid')) === 'true').toBe(isWrong);
      }
      await expect(dialog(page).getByRole('combobox')).toHaveText('YouTube');
      await joinButton(page).click();
      await expect(toast(page, spec.joined)).toBeVisible();
    });
  }
});

test('a toast stays for about four seconds', async ({ page }) => {
  await page.goto('/');
  await openDialog(page);
  // A toast under the pointer stays.
  await page.mouse.move(0, 0);
  // From here on the time of the page passes only as it is told to.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await joinButton(page).press('Enter');
  const shown = toast(page, spec.emailRequired);
  await expect.poll(() => page.clock.runFor(50).then(() => shown.count())).toBe(1);
  let stayed = 0;
  // In small steps: in between React starts its timer.
  for (; stayed < 8_000 && (await shown.count()) > 0; stayed += 100) await page.clock.runFor(100);
  expect(stayed).toBeGreaterThan(3_500);
  expect(stayed).toBeLessThan(5_000);
});

test('over the open dialog at most three toasts show, can be reached, and cover nothing', async ({
  page,
}) => {
  await page.goto('/');
  const card = await openDialog(page);
  const join = joinButton(page);
  const shown = toast(page, spec.emailRequired).first();
  // A toast goes after four seconds, unless the pointer is over it: a machine that needs longer for a click tries the next one.
  const askFor = (use: () => Promise<void>) =>
    expect(async () => {
      await join.press('Enter');
      await use();
    }).toPass();
  await askFor(() => shown.click({ timeout: 3_000 }));
  await expect(card).toBeVisible();
  await askFor(() => shown.hover({ timeout: 3_000 }));
  while ((await page.locator(parts.toast).count()) < 4) await join.press('Enter');
  await expect(page.locator(`${parts.toast}[data-visible="true"]`)).toHaveCount(3);

  await page.setViewportSize({ width: 360, height: 640 });
  await askFor(async () => {
    // A press that anything else received would fail.
    await join.click({ trial: true, timeout: 3_000 });
    expect(await isAbove(page.locator(parts.dialogCard), shown)).toBe(true);
  });
});
