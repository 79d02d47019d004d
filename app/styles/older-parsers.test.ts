import { globSync, readFileSync } from 'node:fs';
import postcss, { type Rule } from 'postcss';
import { expect, test } from 'vitest';

// Firefox before 121 does not know `:has()` and drops the whole rule, with the selectors beside it.
test('no selector shares a rule with one that has :has()', () => {
  const rules: Rule[] = [];
  for (const file of globSync('app/**/*.css'))
    postcss.parse(readFileSync(file, 'utf8')).walkRules((rule) => void rules.push(rule));
  const known = (selector: string) => !selector.includes(':has(');
  const shared = rules.filter(({ selectors }) => !selectors.every(known) && selectors.some(known));
  expect(rules.length).toBeGreaterThan(100);
  expect(shared.map(({ selector }) => selector)).toEqual([]);
});
