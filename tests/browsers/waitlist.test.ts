import { nextStep } from '../../content/next-step.ts';
import { newAddress } from '../support/new-address.ts';
import { parts } from '../support/parts.ts';
import { spec } from '../support/specification.ts';
import { chooseFirstSource, reactsForm } from './dialog.ts';
import { expect, lostModule, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const dialog = '#waitlist[open]';
const email = `${dialog} #waitlist-email`;

const focusedId = (visitor: Visitor) => visitor.evaluate(() => document.activeElement?.id);

/** What has the focus in the modal dialog; false while it is not modal. */
const focusInModal = (visitor: Visitor) =>
  visitor.evaluate(
    () => document.querySelector('#waitlist')?.matches(':modal') && document.activeElement?.id,
  );

async function openDialog(visitor: Visitor): Promise<void> {
  await visitor.press(parts.joinButtonInBar);
  await expect.poll(() => visitor.isShown(email)).toBe(true);
}

test('the bottom form joins, and so does the dialog, which says what is missing', {
  tag: '@held-by-journeys',
}, async ({ visitor }) => {
  await visitor.open('/');
  await visitor.press('#cta-email');
  await visitor.type(newAddress());
  await visitor.keys('Enter');
  await expect.poll(() => visitor.text(parts.toast)).toContain(spec.joined.title);
  await expect.poll(() => visitor.text(`#join ${parts.nextStep}`)).toContain(nextStep.unasked.text);

  await openDialog(visitor);
  await visitor.press('#waitlist-join');
  await expect.poll(() => visitor.text('#waitlist-email-error')).toContain('Please enter your email');
  expect(await focusedId(visitor)).toBe('waitlist-email');
  await visitor.press(email);
  await visitor.type(newAddress());
  await chooseFirstSource(visitor);
  await visitor.press('#waitlist-join');
  await expect.poll(() => visitor.count(dialog)).toBe(0);
  await expect.poll(() => visitor.text(parts.toast)).toContain(spec.joined.title);
  await openDialog(visitor);
  expect(await visitor.value(email)).toBe('');
});

test('the email field has the focus in a dialog that does not fit the screen', async ({ visitor }) => {
  await visitor.resize(320, 400);
  await visitor.open('/about');
  await visitor.evaluate(
    (button) => document.querySelector<HTMLElement>(button)?.click(),
    parts.joinButtonInBar,
  );
  await expect.poll(() => focusInModal(visitor)).toBe('waitlist-email');
});

test('who goes on from the first field before the dialog is modal stays there', async ({ visitor }) => {
  await visitor.open('/about');
  await visitor.evaluate((button) => {
    document.querySelector<HTMLElement>(button)?.click();
    document.getElementById('waitlist-join')?.focus();
  }, parts.joinButtonInBar);
  await expect.poll(() => focusInModal(visitor)).toBe('waitlist-join');
});

test('Escape gives the focus back even to a button that was not focused', async ({ visitor }) => {
  await visitor.open('/');
  // As Safari on a Mac does.
  await visitor.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()));
  await openDialog(visitor);
  await visitor.keys('Escape');
  await expect.poll(() => visitor.count(dialog)).toBe(0);
  // The focus returns in a task of its own, after the dialog has gone.
  await expect
    .poll(() =>
      visitor.evaluate(
        (button) => document.activeElement === document.querySelector(button),
        parts.joinButtonInBar,
      ),
    )
    .toBe(true);
});

test('the hero’s value goes into the dialog, and a mistyped domain is offered rightly', async ({
  visitor,
}) => {
  await visitor.open('/');
  await visitor.enterField('#hero-email');
  await visitor.type('amina@gmial.com');
  await expect.poll(() => visitor.text(parts.correction)).toBe('Did you mean amina@gmail.com?');
  await visitor.keys('Enter');
  await expect
    .poll(() => visitor.text(`${dialog} ${parts.correction}`))
    .toBe('Did you mean amina@gmail.com?');
  await visitor.press(`${dialog} ${parts.correction} button`);
  expect(await visitor.value(email)).toBe('amina@gmail.com');
  expect(await focusedId(visitor)).toBe('waitlist-email');
  await chooseFirstSource(visitor);
  // React holds it as well: what it renders next is the right one.
  expect(await visitor.value(email)).toBe('amina@gmail.com');
  // The hero’s field lies behind the modal dialog: a password manager or the browser may still fill it.
  await visitor.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#hero-email');
    if (input) input.value = 'filled@example.org';
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect.poll(() => visitor.value(email)).toBe('filled@example.org');
});

test('the first press shows the dialog, and nothing moves when React comes', async ({ visitor, line }) => {
  const letDialogCome = line.hold(/dialog-form/);
  await visitor.open('/');
  await visitor.press(parts.joinButtonInBar, 'touch');
  await expect.poll(() => visitor.count(`${dialog}:modal`)).toBe(1);
  expect(await focusedId(visitor)).toBe('waitlist-email');
  const boxes = () =>
    visitor.evaluate((card) => {
      const all = document.querySelectorAll(`${card}, ${card} :is(h2, input, button)`);
      return [...all].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      });
    }, parts.dialogCard);
  const moving = () =>
    visitor.evaluate(() => document.querySelector('#waitlist')?.getAnimations({ subtree: true }).length);
  await expect.poll(moving).toBe(0);
  const before = await boxes();
  await visitor.evaluate(() => {
    Object.assign(window, {
      fields: [...document.querySelectorAll('#waitlist :is(input, button, label, p)')],
    });
  });
  letDialogCome();
  await expect.poll(() => visitor.count(reactsForm)).toBe(1);
  expect(await boxes()).toEqual(before);
  const areSame = () =>
    visitor.evaluate(() =>
      (window as unknown as { fields: Element[] }).fields.every((field) => field.isConnected),
    );
  expect(await areSame()).toBe(true);
  expect(await focusedId(visitor)).toBe('waitlist-email');
});

test('a source asked for before React has come opens the list when it has', async ({ visitor, line }) => {
  const letDialogCome = line.hold(/dialog-form/);
  await visitor.open('/about');
  await visitor.press(parts.joinButtonInBar);
  await visitor.press('#waitlist-source');
  letDialogCome();
  await expect.poll(() => visitor.count('[role="option"]')).toBe(spec.sources.length);
});

test('before React the dialog closes in every way and gives the focus back', async ({ visitor, line }) => {
  const letDialogCome = line.hold(/dialog-form/);
  const shown = () => visitor.count(dialog);
  await visitor.open('/');
  await visitor.press(parts.joinButtonInBar);
  await expect.poll(() => visitor.count(`${dialog}:modal`)).toBe(1);
  expect(await focusedId(visitor)).toBe('waitlist-email');
  await visitor.keys('Escape');
  await expect.poll(shown).toBe(0);
  await expect
    .poll(() => visitor.evaluate((button) => document.activeElement?.matches(button), parts.joinButtonInBar))
    .toBe(true);

  await visitor.evaluate((button) => {
    // The frame that makes it modal does not come.
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = () => 0;
    document.querySelector<HTMLElement>(button)?.click();
    window.requestAnimationFrame = requestAnimationFrame;
  }, parts.joinButtonInBar);
  expect(await visitor.count(`${dialog}:not(:modal)`)).toBe(1);
  await visitor.keys('Escape');
  await expect.poll(shown).toBe(0);

  await visitor.press(parts.joinButtonInBar);
  await visitor.press(`#waitlist ${parts.dialogClose}`);
  await expect.poll(shown).toBe(0);
  letDialogCome();
  await expect.poll(() => visitor.count(reactsForm)).toBe(1);
  expect(await shown()).toBe(0);
});

test('a closed dialog holds no open list of sources, which would lock the page', async ({
  visitor,
  line,
}) => {
  const list = '[role="listbox"]:has([role="option"])';
  const letDialogCome = line.hold(/dialog-form/);
  await visitor.open('/about');
  await visitor.press(parts.joinButtonInBar);
  await visitor.press('#waitlist-source');
  await visitor.keys('Escape');
  await expect.poll(() => visitor.count(dialog)).toBe(0);
  letDialogCome();
  await expect.poll(() => visitor.count(reactsForm)).toBe(1);
  expect(await visitor.count(list)).toBe(0);

  await openDialog(visitor);
  await visitor.press('#waitlist-source');
  await expect.poll(() => visitor.count('[role="option"]')).toBe(spec.sources.length);
  // As the Back button of a phone does.
  await visitor.evaluate(() => document.querySelector<HTMLDialogElement>('#waitlist')?.close());
  await expect.poll(() => visitor.count(list)).toBe(0);
  expect(await visitor.evaluate(() => document.body.style.pointerEvents)).toBe('');
});

test.describe('when the line is cut', () => {
  test.use({ expectedFaults: lostModule });

  test('a visitor who sends the dialog again and again sees one notice', async ({ visitor, line }) => {
    await visitor.open('/about');
    line.cut(/dialog-form|about/);
    await visitor.press(parts.joinButtonInBar);
    await visitor.enterField('#waitlist-email');
    await visitor.type('amina@example.org');
    await visitor.keys('Enter');
    await expect.poll(() => visitor.count(parts.plainNotice)).toBe(1);
    await visitor.evaluate(
      (notice) => document.querySelector(notice)?.classList.add('first'),
      parts.plainNotice,
    );
    await visitor.keys('Enter');
    await expect.poll(() => visitor.count(`${parts.plainNotice}:not(.first)`)).toBe(1);
    expect(await visitor.count(parts.plainNotice)).toBe(1);
  });

  test('the dialog keeps what is typed, and joins as a plain form when sent again', async ({
    visitor,
    line,
  }) => {
    line.cut(/dialog-form/);
    await visitor.open('/');
    await visitor.press(parts.joinButtonInBar);
    await visitor.enterField('#waitlist-email');
    const address = newAddress();
    await visitor.type(address);
    await visitor.press('#waitlist-join');
    await expect.poll(() => visitor.text(parts.plainNotice)).toContain(spec.failed.text);
    expect(await visitor.value(email)).toBe(address);
    expect(await visitor.count(dialog)).toBe(1);
    await visitor.follow(() => visitor.press('#waitlist-join'));
    expect(await visitor.address()).toBe('/waitlist/joined');
  });
});

test.describe('without any script', () => {
  test.use({ settings: { script: false, width: 390 } });

  test('without a script every field joins and Join Waitlist leads to the bottom form', async ({
    visitor,
  }) => {
    for (const [path, field] of [
      ['/', '#hero-email'],
      ['/', '#cta-email'],
      ['/blog', '#blog-email'],
    ] as const) {
      await visitor.open(path);
      await visitor.enterField(field);
      await visitor.type(newAddress());
      await visitor.follow(() => visitor.keys('Enter'));
      expect(await visitor.address()).toBe('/waitlist/joined');
      expect(await visitor.text('main')).toContain(spec.joined.title);
    }
    await visitor.open('/pricing');
    await visitor.follow(() => visitor.press(parts.joinButtonInBar));
    const isInView = () => {
      const { top = -1, bottom = 0 } = document.getElementById('join')?.getBoundingClientRect() ?? {};
      return top < innerHeight && bottom > 0;
    };
    await expect.poll(() => visitor.evaluate(isInView)).toBe(true);
  });
});
