import { expect, test } from 'vitest';
import { isOver, launchWords } from './launch.ts';

const target = { quarter: 'Q1 2026', setIn: 'November 2025' } as const;

test('a quarter is over on the first day of the next one', () => {
  expect(isOver(target, new Date('2026-03-31T23:59:59Z'))).toBe(false);
  expect(isOver(target, new Date('2026-04-01T00:00:00Z'))).toBe(true);
  expect(isOver({ ...target, quarter: 'Q4 2026' }, new Date('2026-12-31T12:00:00Z'))).toBe(false);
  expect(isOver({ ...target, quarter: 'Q4 2026' }, new Date('2027-01-01T00:00:00Z'))).toBe(true);
});

test('after its quarter every page says that the target was missed', () => {
  const before = launchWords(target, new Date('2025-12-01'));
  const after = launchWords(target, new Date('2026-11-25'));
  expect(before.answer).toMatch(/^The target is Q1 2026/);
  expect(before.roadmap).toMatch(/The launch target, Q1 2026/);
  expect(before.beta).toMatch(/Q1 2026/);
  for (const words of [after.answer, after.roadmap]) expect(words).toMatch(/Q1 2026 and missed it/);
  expect(after.beta).toMatch(/^No date yet/);
});
