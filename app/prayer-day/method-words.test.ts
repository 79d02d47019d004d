import { expect, test } from 'vitest';
import { methodWords } from '../../content/own-day.ts';
import { type MethodName, parametersOf } from './methods.ts';

test.each(Object.entries(methodWords))('what is said of %s is what is calculated', (method, { means }) => {
  const { fajrAngle, maghribAngle, ishaAngle, ishaInterval } = parametersOf(method as MethodName);
  const said = means.match(/[\d.]+/g)?.map(Number);
  expect(said).toEqual([...new Set([fajrAngle, maghribAngle, ishaInterval || ishaAngle].filter(Boolean))]);
});
