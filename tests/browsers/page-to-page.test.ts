import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const linkTo = (path: string) => `a[href="${path}"]`;

/** A finger comes down on a link, and has not been lifted yet. */
const touch = (visitor: Visitor, path: string) =>
  visitor.see((link) => {
    const sign = new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' });
    document.querySelector(link)?.dispatchEvent(sign);
  }, linkTo(path));

/** The mouse comes over a link, and stays for longer than it takes to cross one. */
const rest = (visitor: Visitor, path: string) =>
  visitor.see((link) => {
    const sign = new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' });
    document.querySelector(link)?.dispatchEvent(sign);
    return new Promise<null>((resolve) => setTimeout(() => resolve(null), 101));
  }, linkTo(path));

const setSaveData = (visitor: Visitor, saveData: boolean) =>
  visitor.see((value) => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: value }, configurable: true });
  }, saveData);

test('without speculation rules a page is fetched once, at a sign that a visitor wants it, and not for one who saves data', async ({
  visitor,
  line,
}) => {
  const timesAsked = (wanted: string) => line.asked.filter((path) => path === wanted).length;
  const untilAsked = (give: typeof touch | typeof rest, path: string) =>
    expect
      .poll(async () => {
        await give(visitor, path);
        return timesAsked(path);
      })
      .toBe(1);

  await visitor.open('/');
  await untilAsked(touch, '/about');
  await touch(visitor, '/about');
  await untilAsked(rest, '/islam');
  await rest(visitor, '/islam');
  await setSaveData(visitor, true);
  await touch(visitor, '/blog');
  await setSaveData(visitor, false);
  await untilAsked(touch, '/pricing');
  expect([timesAsked('/about'), timesAsked('/islam'), timesAsked('/blog')]).toEqual([1, 1, 0]);

  await visitor.follow(() => visitor.press(`.bar-links ${linkTo('/about')}`));
  expect(await visitor.address()).toBe('/about');
});
