import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The widths at which pages change, as tokens.css lists them. */
const widths = [...readFileSync('app/styles/tokens.css', 'utf8').matchAll(/^ {3}(\d+rem) +[a-z]/gm)]
  .map(([, width = '']) => width)
  .filter((width) => width !== '15rem');

test('at the width at which pages change, all rules are those of the wider page', () => {
  expect(widths).toEqual(['40rem', '48rem', '60rem', '64rem', '100rem']);
  const listed = `(?:${widths.join('|')})`;
  const narrower = new RegExp(`width (?:<=|>) ${listed}|\\b${listed} (?:<|>=) width`, 'g');
  const wrong = globSync('{app,content}/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(narrower)].map(([found]) => `${file}: ${found}`),
  );
  expect(wrong).toEqual([]);
});
