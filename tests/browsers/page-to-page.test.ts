import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const toAbout = '.bar-links a[href="/about"]';
const toPricing = '.bar-links a[href="/pricing"]';

/** A finger comes down on a link, and has not been lifted yet. */
const touch = (visitor: Visitor, selector: string) =>
  visitor.see((link) => {
    const sign = new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' });
    document.querySelector(link)?.dispatchEvent(sign);
  }, selector);

/** The mouse comes over a link, and stays. */
const rest = (visitor: Visitor, selector: string) =>
  visitor.see((link) => {
    const sign = new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' });
    document.querySelector(link)?.dispatchEvent(sign);
  }, selector);

test.describe('where the browser has no speculation rules', () => {
  for (const [sign, give] of [
    ['a finger comes down on its link', touch],
    ['the mouse rests on its link', rest],
  ] as const) {
    test(`a page is fetched when ${sign}, once`, async ({ visitor, line }) => {
      await visitor.open('/');
      const asked = () => line.asked.filter((path) => path === '/about').length;
      await expect
        .poll(async () => {
          await give(visitor, toAbout);
          return asked();
        })
        .toBe(1);
      await give(visitor, toAbout);
      await expect
        .poll(async () => {
          await give(visitor, toPricing);
          return line.asked.includes('/pricing');
        })
        .toBe(true);
      expect(asked()).toBe(1);
      await visitor.follow(() => visitor.press(toAbout));
      expect(await visitor.address()).toBe('/about');
    });
  }

  test('nothing is fetched for a visitor who saves data', async ({ visitor, line }) => {
    await visitor.open('/');
    await visitor.see(() => {
      const connection = { saveData: true };
      Object.defineProperty(navigator, 'connection', { value: connection });
    });
    await expect.poll(() => line.asked.some((path) => path.includes('/prefetch-'))).toBe(true);
    for (let times = 0; times < 3; times += 1) await touch(visitor, toAbout);
    await visitor.see(() => {
      (navigator as Navigator & { connection: { saveData: boolean } }).connection.saveData = false;
    });
    await expect
      .poll(async () => {
        await touch(visitor, toPricing);
        return line.asked.includes('/pricing');
      })
      .toBe(true);
    expect(line.asked).not.toContain('/about');
  });
});
