import { roadmap } from '../../content/pages/roadmap.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const quarters = roadmap.quarters.map(({ id }) => id);
const [first = '', second = '', third = ''] = quarters;
const last = quarters.at(-1) ?? '';
const tabOf = (quarter: string) => `${quarter}-tab`;

const shown = (visitor: Visitor) =>
  visitor.see(() =>
    [...document.querySelectorAll<HTMLElement>('.quarter-panel')]
      .filter((panel) => panel.checkVisibility())
      .map(({ id }) => id),
  );
const selected = (visitor: Visitor) =>
  visitor.see(() => document.querySelector('[role="tab"][aria-selected="true"]')?.id);

/** Opens the page and waits for its tabs: until the page's script has run they are links. */
async function openTabs(visitor: Visitor): Promise<void> {
  await visitor.open('/roadmap');
  const isWatched = () => visitor.see(() => document.querySelector('.quarters[data-watched]') !== null);
  await expect.poll(isWatched).toBe(true);
}

test('one quarter is open; a press opens another one, and so do arrows, Home and End: its tab is the only one that Tab reaches', async ({
  visitor,
}) => {
  await openTabs(visitor);
  expect(await shown(visitor)).toEqual([first]);
  await visitor.press(`#${tabOf(last)}`, 'touch');
  await expect.poll(() => shown(visitor)).toEqual([last]);
  expect(await selected(visitor)).toBe(tabOf(last));
  expect(await visitor.address()).toBe('/roadmap');

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
    expect(await visitor.see(() => document.activeElement?.id)).toBe(tabOf(quarter));
    expect(await visitor.see(reached)).toEqual([tabOf(quarter)]);
  }
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
