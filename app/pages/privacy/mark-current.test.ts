import { expect, test } from 'vitest';
import { currentSection } from './mark-current.ts';

test('the section that is read is the last one that has come to the upper part of the window', () => {
  expect(currentSection([300, 700, 1_400], 800, false)).toBe(-1);
  expect(currentSection([96, 496, 1_196], 800, false)).toBe(0);
  expect(currentSection([-304, 96, 796], 800, false)).toBe(1);
  expect(currentSection([-304, 279, 796], 800, false)).toBe(1);
  expect(currentSection([-304, 281, 796], 800, false)).toBe(0);
  expect(currentSection([-2_000, -900, 199], 800, false)).toBe(2);
});

test('of two short sections in the upper part of the window the first one is read', () => {
  expect(currentSection([-304, 96, 250], 800, false)).toBe(1);
});

test('at the end of the page the last section is read, however low it begins', () => {
  expect(currentSection([-900, -200, 450], 800, true)).toBe(2);
});
