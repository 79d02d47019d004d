import { ownDayWords as words } from '../../content/own-day.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

/** Chooses in a native list, whose own window no engine lets a script press. */
const choose = (visitor: Visitor, list: string, value: string) =>
  visitor.see(
    (selector, chosen) => {
      const select = document.querySelector<HTMLSelectElement>(selector);
      if (!select) return;
      select.value = chosen;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    list,
    value,
  );

test('a city is chosen, its day is drawn once, and a task is moved in it', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.see(() => document.querySelector('.own-day')?.scrollIntoView({ behavior: 'instant' }));
  await expect.poll(() => visitor.count('#own-city option')).toBeGreaterThan(400);
  await choose(visitor, '#own-city', 'Africa/Lagos');
  await expect.poll(() => visitor.text('.own-day-title')).toBe(words.chosen('Lagos'));
  const drawn = () =>
    visitor.see(() => {
      const times = [...document.querySelectorAll('.own-day-times dd')].map(({ textContent }) => textContent);
      const arc = document.querySelector('.day-arc-wide')?.textContent ?? '';
      return times.length === 6 && times.every((time) => arc.includes(time));
    });
  await expect.poll(drawn).toBe(true);
  expect(await visitor.count('.own-day-times')).toBe(1);
  await visitor.see(() => document.querySelector('.try-day')?.scrollIntoView({ behavior: 'instant' }));
  await expect.poll(() => visitor.count('.try-row')).toBe(3);
  const before = await visitor.text('.try-row:nth-child(2) .try-when');
  await choose(visitor, '#move-rest', 'after-isha');
  await expect.poll(() => visitor.text('.try-row:nth-child(2) .try-when')).not.toBe(before);
  const now = await visitor.text('.try-row:nth-child(2) .try-when');
  expect(await visitor.text('.own-day [role=status]')).toContain(now);
  expect(await visitor.text('.try-whose')).toContain('Lagos');
});
