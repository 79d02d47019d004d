import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { newAddress } from './new-address.ts';
import { chooseSource, dialog, holdBack, toast, untilDialogOpens } from './steps.ts';

const procedurePath = '**/rest/v1/rpc/add_to_waitlist';

test('the bottom form calls add_to_waitlist with the source cta and nothing else, welcomes and clears', async ({
  page,
  baseURL,
}) => {
  const others: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isFile = request.method() === 'GET' && url.origin === baseURL;
    if (!isFile && !url.pathname.endsWith('/add_to_waitlist')) others.push(request.url());
  });
  await page.goto('/');
  const form = page.locator('#join');
  const address = newAddress();
  await form.getByRole('textbox').fill(address);
  const sent = page.waitForRequest(procedurePath);
  await form.getByRole('button', { name: 'Join Waitlist' }).click();
  expect((await sent).postDataJSON()).toEqual({ user_email: address, entry_source: 'cta' });
  await expect(toast(page, spec.joined)).toBeVisible();
  await expect(form.getByRole('status')).toHaveText(spec.joined.text);
  await expect(form.getByRole('textbox')).toHaveValue('');
  expect(others).toEqual([]);
});

test('the bottom form needs an email, and says so like the dialog', async ({ page }) => {
  await page.goto('/');
  const form = page.locator('#join');
  await form.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(toast(page, spec.emailRequired)).toBeVisible();
  await expect(form.getByRole('alert')).toHaveText(spec.emailRequired.text);
  await expect(form.getByRole('textbox')).toBeFocused();
});

test('while the bottom form joins, its button reads Joining... and its inputs are disabled', async ({
  page,
}) => {
  const letAnswerCome = await holdBack(page, procedurePath);
  await page.goto('/');
  const form = page.locator('#join');
  await form.getByRole('textbox').fill(newAddress());
  await form.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(form.getByRole('button', { name: 'Joining...' })).toBeDisabled();
  await expect(form.getByRole('textbox')).toBeDisabled();
  letAnswerCome();
  await expect(toast(page, spec.joined)).toBeVisible();
});

for (const [name, path, fieldId] of [
  ['hero', '/', 'hero-email'],
  ['blog', '/blog', 'blog-email'],
] as const) {
  test(`the ${name} field has no rules of its own: empty, it opens the dialog; a join empties it`, async ({
    page,
  }) => {
    await page.goto(path);
    const field = page.locator(`#${fieldId}`);
    await field.press('Enter');
    await untilDialogOpens(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await field.fill(newAddress());
    await field.press('Enter');
    await chooseSource(page, 'Friend');
    await dialog(page).getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(toast(page, spec.joined)).toBeVisible();
    await expect(field).toHaveValue('');
  });
}
