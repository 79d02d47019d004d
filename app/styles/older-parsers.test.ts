import { globSync, readFileSync } from 'node:fs';
import postcss, { type Declaration, type Rule } from 'postcss';
import { expect, test } from 'vitest';

const sheets = globSync('app/**/*.css').map((file) =>
  postcss.parse(readFileSync(file, 'utf8'), { from: file }),
);

const declarations: Declaration[] = [];
const rules: Rule[] = [];
for (const sheet of sheets) {
  sheet.walkDecls((declaration) => void declarations.push(declaration));
  sheet.walkRules((rule) => void rules.push(rule));
}

test('each `content` with alternative text follows the same `content` without it: Safari before 17.4, Firefox before 128', () => {
  const withAlternative = declarations.filter(
    ({ prop, value }) => prop === 'content' && value.includes(' / '),
  );
  expect(withAlternative.length).toBeGreaterThan(0);
  for (const declaration of withAlternative) {
    const [plain] = declaration.value.split(' / ');
    expect(declaration.prev()?.toString(), declaration.value).toBe(`content: ${plain}`);
  }
});

test('no selector shares a rule with one that has :has(): Firefox before 121 drops the whole rule', () => {
  const known = (selector: string) => !selector.includes(':has(');
  const shared = rules.filter(({ selectors }) => !selectors.every(known) && selectors.some(known));
  expect(shared.map(({ selector }) => selector)).toEqual([]);
});
