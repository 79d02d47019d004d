import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { chooseSource, dialog, newAddress, openDialog, toast } from './steps.ts';

const functionPath = '**/functions/v1/enhanced-waitlist';

test('the dialog sends user_email and entry_source to the function enhanced-waitlist, welcomes, clears and closes', async ({
  page,
}) => {
  await page.goto('/');
  const card = await openDialog(page);
  const address = newAddress();
  await card.getByRole('textbox').fill(`  ${address} `);
  await chooseSource(page, 'Masjid');
  const sent = page.waitForRequest(functionPath);
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  expect((await sent).postDataJSON()).toEqual({ user_email: address, entry_source: 'Masjid' });
  await expect(toast(page, spec.joined)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await openDialog(page);
  await expect(dialog(page).getByRole('textbox')).toHaveValue('');
  await expect(dialog(page).getByRole('combobox')).toHaveText('Choose one');
});

test('the source dropdown offers the nine values of the specification and nothing else', async ({ page }) => {
  await page.goto('/');
  await openDialog(page);
  await dialog(page).getByRole('combobox').click();
  await expect(page.getByRole('option')).toHaveText([...spec.sources]);
});

test('an empty email is answered with Email required beside the field and in a toast, and no call is made', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await page.goto('/');
  const card = await openDialog(page);
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(toast(page, spec.emailRequired)).toBeVisible();
  const field = card.getByRole('textbox');
  await expect(card.getByRole('alert')).toHaveText(spec.emailRequired.text);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(spec.emailRequired.text);
  expect(calls).toEqual([]);
});

test('white space alone counts as empty', async ({ page }) => {
  await page.goto('/');
  const card = await openDialog(page);
  await card.getByRole('textbox').fill('   ');
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(toast(page, spec.emailRequired)).toBeVisible();
});

test('without a source the visitor is asked how they heard of us, after the email was checked', async ({
  page,
}) => {
  await page.goto('/');
  const card = await openDialog(page);
  await card.getByRole('textbox').fill(newAddress());
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(toast(page, spec.sourceRequired)).toBeVisible();
  await expect(card.getByRole('alert')).toHaveText(spec.sourceRequired.text);
  await expect(card.getByRole('combobox')).toBeFocused();
});

test('a malformed address gets the browser’s own message and no call is made', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await page.goto('/');
  const card = await openDialog(page);
  const field = card.getByRole('textbox');
  await field.fill('not-an-address');
  await chooseSource(page, 'Friend');
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(calls).toEqual([]);
  await expect(card).toBeVisible();
});

test('while joining the button reads Joining..., the inputs are disabled and a second click sends nothing', async ({
  page,
}) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let calls = 0;
  await page.route(functionPath, async (route) => {
    calls += 1;
    await answered;
    await route.fulfill({ json: { success: true } });
  });
  await page.goto('/');
  const card = await openDialog(page);
  await card.getByRole('textbox').fill(newAddress());
  await chooseSource(page, 'Reddit');
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  const joining = card.getByRole('button', { name: 'Joining...' });
  await expect(joining).toBeDisabled();
  await expect(card.getByRole('textbox')).toBeDisabled();
  await expect(card.getByRole('combobox')).toBeDisabled();
  await joining.click({ force: true });
  answer();
  await expect(toast(page, spec.joined)).toBeVisible();
  expect(calls).toBe(1);
});

test('a dialog closed while joining does not lose the answer', async ({ page }) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(functionPath, async (route) => {
    await answered;
    await route.fulfill({ json: { success: true } });
  });
  await page.goto('/');
  const card = await openDialog(page);
  await card.getByRole('textbox').fill(newAddress());
  await chooseSource(page, 'Other');
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(card.getByRole('button', { name: 'Joining...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  answer();
  await expect(toast(page, spec.joined)).toBeVisible();
});

test('an address that is on the list already is welcomed like the first time', async ({ page }) => {
  const address = newAddress();
  await page.goto('/');
  for (const source of ['Google', 'TikTok']) {
    const card = await openDialog(page);
    await card.getByRole('textbox').fill(address);
    await chooseSource(page, source);
    await card.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(toast(page, spec.joined).first()).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  }
});
