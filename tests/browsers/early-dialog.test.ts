import { expect, test } from './journey.ts';

const inBar = '.site-bar [data-join]';

test('the early dialog is modal as soon as it has been seen, with the focus in its field, and Escape gives it back', async ({
  visitor,
  line,
}) => {
  const letDialogCome = line.hold(/waitlist-host/);
  await visitor.open('/');
  await visitor.press(inBar);
  await expect.poll(() => visitor.count('.early-dialog:modal')).toBe(1);
  expect(await visitor.see(() => document.activeElement?.id)).toBe('waitlist-email');
  await visitor.keys('Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  expect(await visitor.see(() => document.activeElement?.closest('main, header, footer') === null)).toBe(
    true,
  );
  await visitor.keys('Escape');
  await expect.poll(() => visitor.count('.early-dialog')).toBe(0);
  expect(await visitor.see(() => document.activeElement?.matches('.site-bar [data-join]'))).toBe(true);
  letDialogCome();
});

test('Escape closes the early dialog before it is modal', async ({ visitor, line }) => {
  const letDialogCome = line.hold(/waitlist-host/);
  await visitor.open('/');
  await visitor.see(() => {
    // The frame that makes it modal does not come.
    window.requestAnimationFrame = () => 0;
    document.querySelector<HTMLElement>('.site-bar [data-join]')?.click();
  });
  expect(await visitor.count('.early-dialog:not(:modal)')).toBe(1);
  await visitor.keys('Escape');
  await expect.poll(() => visitor.count('.early-dialog')).toBe(0);
  letDialogCome();
});

test('a second press shows the early dialog that was closed once more, and the dialog takes its place', async ({
  visitor,
  line,
}) => {
  const letDialogCome = line.hold(/waitlist-host/);
  await visitor.open('/');
  await visitor.press(inBar);
  await visitor.press('.early-dialog .dialog-close');
  await expect.poll(() => visitor.count('.early-dialog')).toBe(0);
  await visitor.press(inBar);
  await expect.poll(() => visitor.count('.early-dialog')).toBe(1);
  letDialogCome();
  await expect.poll(() => visitor.count('.early-dialog')).toBe(0);
  expect(await visitor.count('[role="dialog"]')).toBe(1);
});
