import { selectorOf } from '../../app/ui/handles.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const openMenu = '[aria-label="Open menu"]';
const closeMenu = '[aria-label="Close menu"]';

const isOpen = (visitor: Visitor) => visitor.isShown('#menu');
const isModal = (visitor: Visitor) => visitor.evaluate(() => document.querySelector('#menu:modal') !== null);
const focused = (visitor: Visitor) =>
  visitor.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.localName,
  );

test.describe('on a telephone', () => {
  test.use({ settings: { width: 390 } });

  test('the menu opens by finger, keyboard and mouse, and keeps and returns the focus', async ({
    visitor,
  }) => {
    await visitor.open('/');
    await visitor.press(openMenu, 'touch');
    await expect.poll(() => isModal(visitor)).toBe(true);
    await visitor.press(closeMenu, 'touch');
    await expect.poll(() => isOpen(visitor)).toBe(false);

    await visitor.evaluate((button) => document.querySelector<HTMLElement>(button)?.focus(), openMenu);
    await visitor.keys('Enter');
    await expect.poll(() => isModal(visitor)).toBe(true);
    for (let presses = 0; presses < 12; presses += 1) {
      await visitor.keys('Tab');
      expect(
        await visitor.evaluate(() => {
          const { activeElement } = document;
          return activeElement === document.body || activeElement?.closest('dialog') !== null;
        }),
      ).toBe(true);
    }
    await visitor.keys('Escape');
    await expect.poll(() => isOpen(visitor)).toBe(false);
    expect(await focused(visitor)).toBe('Open menu');

    await visitor.press(openMenu);
    await visitor.press(`#menu ${selectorOf('join')}`);
    await expect.poll(() => visitor.isShown('#waitlist-email')).toBe(true);
    expect(await isOpen(visitor)).toBe(false);
    await visitor.keys('Escape');
    await expect.poll(() => focused(visitor)).toBe('Open menu');
  });

  test('the page behind the open menu does not scroll, and the current page is underlined', async ({
    visitor,
  }) => {
    await visitor.open('/islam');
    await visitor.scrollTo(0);
    await visitor.press(openMenu);
    await expect.poll(() => isModal(visitor)).toBe(true);
    const viewport = () => getComputedStyle(document.documentElement).overflowY;
    expect(await visitor.evaluate(viewport)).toBe('hidden');
    const line = () =>
      [...document.querySelectorAll('#menu nav a')].map((link) => getComputedStyle(link).textDecorationLine);
    expect(await visitor.evaluate(line)).toEqual(['underline', 'none', 'none', 'none', 'none']);
    await visitor.press(closeMenu);
    await expect.poll(() => visitor.evaluate(viewport)).toBe('visible');
  });

  test('the menu answers a press that comes before any script', async ({ visitor, line }) => {
    const letScriptsCome = line.hold(/\.js$/);
    await visitor.open('/health', 'interactive');
    await visitor.press(openMenu);
    await expect.poll(() => isOpen(visitor)).toBe(true);
    letScriptsCome();
    await expect.poll(() => isModal(visitor)).toBe(true);
    await visitor.follow(() => visitor.press('#menu a[href="/pricing"]'));
    expect(await visitor.address()).toBe('/pricing');
  });

  test('the menu is not open any more when the visitor comes back', async ({ visitor }) => {
    await visitor.open('/');
    await visitor.press(openMenu);
    await visitor.follow(() => visitor.press('#menu a[href="/about"]'));
    await visitor.back();
    await expect.poll(() => visitor.address().catch(() => '')).toBe('/');
    expect(await isOpen(visitor)).toBe(false);
  });
});

test.describe('on a telephone without any script', () => {
  test.use({ settings: { width: 320, script: false } });

  test('the menu opens, leads on, and closes', async ({ visitor }) => {
    await visitor.open('/');
    await visitor.press(openMenu);
    await expect.poll(() => isOpen(visitor)).toBe(true);
    await visitor.press(closeMenu);
    await expect.poll(() => isOpen(visitor)).toBe(false);
    await visitor.press(openMenu);
    await visitor.follow(() => visitor.press('#menu a[href="/health"]'));
    expect(await visitor.address()).toBe('/health');
  });
});
