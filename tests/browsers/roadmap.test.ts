import { selectorOf } from '../../app/ui/handles.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { parts } from '../support/parts.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const quarters = roadmap.quarters.map(({ id }) => id);
const [first = '', second = '', third = ''] = quarters;
const last = quarters.at(-1) ?? '';
const tabOf = (quarter: string) => `${quarter}-tab`;

const shown = (visitor: Visitor) =>
  visitor.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].filter((panel) => panel.checkVisibility()).map(({ id }) => id),
    parts.quarterPanel,
  );
const selected = (visitor: Visitor) =>
  visitor.evaluate(() => document.querySelector('[role="tab"][aria-selected="true"]')?.id);

/** Opens the page and waits for its tabs: until the page's script has run they are links. */
async function openTabs(visitor: Visitor, path = '/roadmap'): Promise<void> {
  await visitor.open(path);
  await expect.poll(() => visitor.count(selectorOf('watched'))).toBe(1);
}

test('one quarter is open, and a press, arrows, Home and End open another', async ({ visitor }) => {
  await openTabs(visitor);
  expect(await shown(visitor)).toEqual([first]);
  await visitor.press(`#${tabOf(last)}`, 'touch');
  await expect.poll(() => shown(visitor)).toEqual([last]);
  expect(await selected(visitor)).toBe(tabOf(last));

  const reached = () => {
    const tabs = document.querySelectorAll('[role="tab"]:not([tabindex="-1"])');
    return [...tabs].map(({ id }) => id);
  };
  for (const [key, quarter] of [
    ['ArrowRight', first],
    ['ArrowLeft', last],
    ['ArrowRight', first],
    ['ArrowRight', second],
    ['End', last],
    ['Home', first],
    // Left to the browser.
    ['Shift+ArrowRight', first],
  ] as const) {
    await visitor.keys(key);
    expect(await selected(visitor)).toBe(tabOf(quarter));
    expect(await visitor.evaluate(() => document.activeElement?.id)).toBe(tabOf(quarter));
    expect(await visitor.evaluate(reached)).toEqual([tabOf(quarter)]);
  }
});

test('Tab that comes to the tabs leaves the address, which names another part', async ({ visitor }) => {
  await openTabs(visitor, '/roadmap#main');
  await visitor.evaluate((tab) => {
    const released = new KeyboardEvent('keyup', { key: 'Tab', bubbles: true });
    document.getElementById(tab)?.dispatchEvent(released);
  }, tabOf(first));
  expect(await visitor.address()).toBe('/roadmap#main');
});

const focused = (visitor: Visitor) => visitor.evaluate(() => document.activeElement?.id);
const entries = (visitor: Visitor) => visitor.evaluate(() => history.length);
const scrolled = (visitor: Visitor) => visitor.evaluate(() => scrollY);

test('a press puts the quarter into the address, and Back and Forward lead to it', async ({ visitor }) => {
  await openTabs(visitor);
  const place = 200;
  await visitor.scrollTo(place);
  await visitor.press(`#${tabOf(second)}`);
  const before = await entries(visitor);
  const expectQuarter = async (quarter: string, address: string) => {
    await expect.poll(() => visitor.address()).toBe(address);
    await expect.poll(() => shown(visitor)).toEqual([quarter]);
    expect(await focused(visitor)).toBe(tabOf(quarter));
  };
  await expectQuarter(second, `/roadmap#${second}`);

  await visitor.press(`#${tabOf(last)}`);
  // Pressing it again adds nothing.
  await visitor.press(`#${tabOf(last)}`);
  await expectQuarter(last, `/roadmap#${last}`);
  expect(await entries(visitor)).toBe(before + 1);
  // Not asked after Back: within a second of a press Chromium does not know yet where the page was.
  expect(await scrolled(visitor)).toBe(place);

  await visitor.back();
  await expectQuarter(second, `/roadmap#${second}`);
  await visitor.back();
  await expectQuarter(first, '/roadmap');
  await visitor.evaluate(() => history.forward());
  await expectQuarter(second, `/roadmap#${second}`);
});

test('arrow keys put the quarter into the address without an entry of the history', async ({ visitor }) => {
  await openTabs(visitor);
  await visitor.evaluate((id) => document.getElementById(id)?.focus(), tabOf(first));
  const before = await entries(visitor);
  await visitor.keys('ArrowRight', 'ArrowRight');
  await expect.poll(() => visitor.address()).toBe(`/roadmap#${third}`);
  expect(await focused(visitor)).toBe(tabOf(third));
  expect(await entries(visitor)).toBe(before);
  await visitor.reload();
  await expect.poll(() => shown(visitor)).toEqual([third]);
});

test.describe('without any script', () => {
  test.use({ settings: { script: false } });

  test('Tab reaches every quarter, and Enter leads to it', async ({ visitor }) => {
    await visitor.open('/roadmap');
    await visitor.evaluate((id) => document.getElementById(id)?.focus(), tabOf(first));
    const reached = [await focused(visitor)];
    for (let presses = 1; presses < quarters.length; presses += 1) {
      await visitor.keys('Tab');
      reached.push(await focused(visitor));
    }
    expect(reached).toEqual(quarters.map(tabOf));
    await visitor.keys('Enter');
    await expect.poll(() => visitor.address()).toBe(`/roadmap#${last}`);
    expect(await shown(visitor)).toEqual(quarters);
  });
});

test('an address that names a quarter opens it, after a first visit too', async ({ visitor }) => {
  await visitor.open('/roadmap');
  await visitor.open('/about');
  await visitor.open(`/roadmap#${third}`);
  await expect.poll(() => shown(visitor)).toEqual([third]);
  await expect.poll(() => selected(visitor)).toBe(tabOf(third));
});

test('a tab pressed before any script has come opens its quarter', async ({ visitor, line }) => {
  line.hold(/\.js$/);
  await visitor.open('/roadmap', 'interactive');
  await visitor.press(`#${tabOf(last)}`);
  await expect.poll(() => shown(visitor)).toEqual([last]);
});
