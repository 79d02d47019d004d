import { selectorOf } from '../../app/ui/handles.ts';
import { hydratedIsland, parts } from '../support/parts.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const isPill = (visitor: Visitor) =>
  visitor.evaluate((bar) => document.querySelector<HTMLElement>(bar)?.dataset.pill, selectorOf('pill'));
const top = (visitor: Visitor) => visitor.evaluate(() => Math.round(scrollY));

test('the bar becomes a pill after 100 px of scroll, and grows again', async ({ visitor }) => {
  await visitor.open('/');
  const barWidth = () =>
    visitor.evaluate((bar) => document.querySelector(bar)?.getBoundingClientRect().width ?? 0, parts.bar);
  const wide = await barWidth();
  await visitor.scrollTo(100);
  await expect.poll(() => isPill(visitor)).toBe('false');
  await visitor.scrollTo(101);
  await expect.poll(() => isPill(visitor)).toBe('true');
  await expect.poll(barWidth).toBeLessThan(wide);
  await visitor.scrollTo(0);
  await expect.poll(() => isPill(visitor)).toBe('false');
});

test('a deep link after a first visit has its pill, and React behind its form', async ({ visitor }) => {
  await visitor.open('/pricing');
  await visitor.open('/#join');
  await expect.poll(() => isPill(visitor)).toBe('true');
  await expect.poll(() => visitor.count(hydratedIsland('bottom-form'))).toBe(1);
  expect(await top(visitor)).toBeGreaterThan(100);
});

test('a reload and Back lead to the position that was left', {
  tag: '@held-by-journeys',
}, async ({ visitor }) => {
  for (const [path, place] of Object.entries({ '/': 1_500, '/islam': 2_000 })) {
    await visitor.open(path);
    await visitor.scrollTo(place);
    await expect.poll(() => isPill(visitor)).toBe('true');
    // A verse's font that loaded later would move the page under the reader, who stays with the words.
    await visitor.evaluate(() => document.fonts.ready.then(() => true));
    const left = await top(visitor);
    await visitor.reload();
    await expect.poll(async () => Math.abs((await top(visitor)) - left)).toBeLessThan(100);
    await expect.poll(() => isPill(visitor)).toBe('true');
    await visitor.open('/about');
    await visitor.back();
    await expect.poll(() => visitor.address().catch(() => '')).toBe(path);
    await expect.poll(async () => Math.abs((await top(visitor)) - left)).toBeLessThan(100);
    await expect.poll(() => isPill(visitor)).toBe('true');
  }
});
