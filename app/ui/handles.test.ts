import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { selectorOf } from './handles.ts';
import { handles } from './markup-handles.ts';

test('a handle is one attribute in the markup and in the selector', () => {
  expect(handles({ contents: '', state: undefined })).toEqual({ 'data-contents': '' });
  expect(selectorOf('contents')).toBe('[data-contents]');
  expect(selectorOf('island', 'planner')).toBe('[data-island="planner"]');
});

test('scripts look for our attributes only by their handles', () => {
  const scripts = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\./.test(file));
  expect(scripts.length).toBeGreaterThan(100);
  // The toasts' package has attributes of its own.
  const byHand = /\[data-(?!sonner)|\bdataset\b/;
  expect(scripts.filter((file) => byHand.test(readFileSync(file, 'utf8')))).toEqual(['app/ui/handles.ts']);
});
