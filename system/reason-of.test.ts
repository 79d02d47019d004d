import { expect, test } from 'vitest';
import { reasonOf } from './reason-of.ts';

test.each([
  ['an error', new Error('The disk is full.'), 'The disk is full.'],
  [
    'several errors',
    new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')]),
    'connect ::1',
  ],
  ['several errors that are none', new AggregateError([], 'All failed.'), 'All failed.'],
  ['several errors that are none, without words', new AggregateError([]), 'AggregateError'],
  ['an error without words', new TypeError(), 'TypeError'],
  ['what is no error', 'a word', 'a word'],
])('the reason in %s is never empty', (_, thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason);
});
