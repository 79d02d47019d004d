import { expect, test } from './journey.ts';

const inBar = '.site-bar [data-join]';

test('the early dialog keeps the focus and gives it back, closes by button and by Escape, and makes way for the dialog', async ({
  visitor,
  line,
}) => {
  const letDialogCome = line.hold(/waitlist-dialog/);
  const shown = () => visitor.count('.early-dialog');
  await visitor.open('/');
  await visitor.press(inBar);
  await expect.poll(() => visitor.count('.early-dialog:modal')).toBe(1);
  expect(await visitor.see(() => document.activeElement?.id)).toBe('waitlist-email');
  await visitor.keys('Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  expect(await visitor.see(() => document.activeElement?.closest('main, header, footer') === null)).toBe(
    true,
  );
  await visitor.keys('Escape');
  await expect.poll(shown).toBe(0);
  expect(await visitor.see(() => document.activeElement?.matches('.site-bar [data-join]'))).toBe(true);

  await visitor.see(() => {
    // The frame that makes it modal does not come.
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = () => 0;
    document.querySelector<HTMLElement>('.site-bar [data-join]')?.click();
    window.requestAnimationFrame = requestAnimationFrame;
  });
  expect(await visitor.count('.early-dialog:not(:modal)')).toBe(1);
  await visitor.keys('Escape');
  await expect.poll(shown).toBe(0);

  await visitor.press(inBar);
  await visitor.press('.early-dialog .dialog-close');
  await expect.poll(shown).toBe(0);
  await visitor.press(inBar);
  await expect.poll(shown).toBe(1);
  letDialogCome();
  await expect.poll(shown).toBe(0);
  expect(await visitor.count('[role="dialog"]')).toBe(1);
});
