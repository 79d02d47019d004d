import { expect, test } from 'vitest';
import { currentSection } from './mark-current.ts';

test('the section that is read is the last one that has come to the upper part of the window', () => {
  expect(currentSection([300, 700, 1_400], false)).toBe(-1);
  expect(currentSection([96, 496, 1_196], false)).toBe(0);
  expect(currentSection([-304, 96, 796], false)).toBe(1);
  expect(currentSection([-2_000, -900, 199], false)).toBe(2);
});

test('at the end of the page the last section is read, however low it begins', () => {
  expect(currentSection([-900, -200, 450], true)).toBe(2);
});
