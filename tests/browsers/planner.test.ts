import { plannerWords as words } from '../../content/prayer-day.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

/** Sets what a native list or field holds: no engine lets a script press a list's own window. */
const set = (visitor: Visitor, control: string, value: string) =>
  visitor.see(
    (selector, chosen) => {
      const element = document.querySelector<HTMLSelectElement | HTMLInputElement>(selector);
      if (!element) return;
      element.focus();
      // Through the prototype's setter, which React does not watch: so it sees that the value is another.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, chosen);
      element.dispatchEvent(
        new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      );
    },
    control,
    value,
  );

test('a city is found and chosen, its day is drawn once, and a task is moved in it', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.see(() => document.querySelector('.planner')?.scrollIntoView({ behavior: 'instant' }));
  await expect.poll(() => visitor.count('#move-rest option')).toBeGreaterThan(5);
  await visitor.see(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('.planner-choices')) fold.open = true;
  });
  await expect
    .poll(async () => {
      await set(visitor, '#own-city', 'manch');
      return visitor.text('.planner-cities [role=option]');
    })
    .toBe('Manchester, United Kingdom');
  await visitor.see(() => document.querySelector<HTMLElement>('.planner-cities [role=option]')?.click());
  await expect.poll(() => visitor.text('.planner-whose')).toBe(words.chosen('Manchester'));
  const drawn = () =>
    visitor.see(() => {
      const times = [...document.querySelectorAll('.planner-times dd')].map(({ textContent }) => textContent);
      const arc = document.querySelector('.day-arc-wide')?.textContent ?? '';
      return times.length === 6 && times.every((time) => arc.includes(time));
    });
  await expect.poll(drawn).toBe(true);
  expect(await visitor.count('.day-arc-wide')).toBe(1);
  const before = await visitor.text('.planner-task:nth-child(2) .planner-when');
  await set(visitor, '#move-rest', 'after-isha');
  await expect.poll(() => visitor.text('.planner-task:nth-child(2) .planner-when')).not.toBe(before);
  const now = await visitor.text('.planner-task:nth-child(2) .planner-when');
  expect(await visitor.text('.planner [role=status]')).toContain(now);
});
