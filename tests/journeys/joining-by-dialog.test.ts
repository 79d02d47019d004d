import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { newAddress } from './new-address.ts';
import { chooseSource, dialog, holdBack, openDialog, toast } from './steps.ts';

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

test('an empty email is answered with Email required beside the field and in a toast, white space alone too, and no call is made', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await page.goto('/');
  const card = await openDialog(page);
  const joinButton = card.getByRole('button', { name: 'Join Waitlist' });
  await joinButton.click();
  await expect(toast(page, spec.emailRequired)).toBeVisible();
  const field = card.getByRole('textbox');
  await expect(card.getByRole('alert')).toHaveText(spec.emailRequired.text);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(spec.emailRequired.text);
  await field.fill('   ');
  await joinButton.click();
  await expect(field).toBeFocused();
  await expect(card.getByRole('alert')).toHaveText(spec.emailRequired.text);
  expect(calls).toEqual([]);
});

test('a malformed address gets the browser’s own message and no call is made', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await page.goto('/');
  const card = await openDialog(page);
  const field = card.getByRole('textbox');
  await field.fill('not-an-address');
  await chooseSource(page, 'Friend');
  const joinButton = card.getByRole('button', { name: 'Join Waitlist' });
  await joinButton.click();
  // The browser's message moves the focus there. So does a refusal, but only after a call.
  await expect(field).toBeFocused();
  await expect(joinButton).toBeEnabled();
  expect(calls).toEqual([]);
  await expect(card).toBeVisible();
});

test('without a source the visitor is asked, after the email, how they heard of us, with nine values and nothing else', async ({
  page,
}) => {
  await page.goto('/');
  const card = await openDialog(page);
  await card.getByRole('textbox').fill(newAddress());
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(toast(page, spec.sourceRequired)).toBeVisible();
  await expect(card.getByRole('alert')).toHaveText(spec.sourceRequired.text);
  await expect(card.getByRole('combobox')).toBeFocused();
  await card.getByRole('combobox').click();
  await expect(page.getByRole('option')).toHaveText([...spec.sources]);
});

test('while joining the button reads Joining..., the inputs are disabled and a second click sends nothing', async ({
  page,
}) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/enhanced-waitlist')) calls += 1;
  });
  const letAnswerCome = await holdBack(page, functionPath);
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
  letAnswerCome();
  await expect(toast(page, spec.joined)).toBeVisible();
  expect(calls).toBe(1);
});

for (const [name, answer, said] of [
  ['a welcome', { success: true }, spec.joined],
  [
    'a refusal',
    { success: false, error: 'There were many tries.' },
    { title: 'Error', text: 'There were many tries.' },
  ],
] as const) {
  test(`a dialog closed while joining loses neither ${name} nor another address, which stays in it to be sent`, async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>();
    await page.route(functionPath, async (route) => {
      await held.promise;
      await route.fulfill({ json: answer });
    });
    await page.goto('/');
    const card = await openDialog(page);
    await card.getByRole('textbox').fill(newAddress());
    await chooseSource(page, 'Other');
    await card.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(card.getByRole('button', { name: 'Joining...' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    const another = newAddress();
    await page.locator('#hero-email').fill(another);
    await openDialog(page);
    held.resolve();
    await expect(toast(page, said)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Join Waitlist' })).toBeEnabled();
    await expect(card.getByRole('textbox')).toHaveValue(another);
    await expect(card.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('#hero-email')).toHaveValue(another);
  });
}

test('a join that failed while the dialog was closed leaves its address in it, and no error', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(functionPath, async (route) => {
    await held.promise;
    await route.fulfill({ json: { success: false, error: 'There were many tries.' } });
  });
  await page.goto('/');
  const card = await openDialog(page);
  const address = newAddress();
  await card.getByRole('textbox').fill(address);
  await chooseSource(page, 'Other');
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await page.keyboard.press('Escape');
  held.resolve();
  await expect(toast(page, { title: 'Error', text: 'There were many tries.' })).toBeVisible();
  await openDialog(page);
  await expect(card.getByRole('textbox')).toHaveValue(address);
  await expect(card.getByRole('alert')).toHaveCount(0);
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
