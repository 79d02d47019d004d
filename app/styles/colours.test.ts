import { globSync, readFileSync } from 'node:fs';
import stylelint from 'stylelint';
import { expect, test } from 'vitest';
import { colours, palette } from '../../content/colours.ts';

const tokens = readFileSync('app/styles/tokens.css', 'utf8');

/** A token's colours by day and by night, followed through those that it reads. */
function coloursOf(name: string): readonly [day: string, night: string] {
  const [, value = ''] = new RegExp(`--${name}: ([^;]+);`).exec(tokens) ?? [];
  const [, day = value, night = value] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  return [followed(day, 0), followed(night, 1)];
}

function followed(colour: string, time: 0 | 1): string {
  const [, other] = /^var\(--(.+)\)$/.exec(colour) ?? [];
  return other ? coloursOf(other)[time] : colour;
}

/** A colour by its value. (An id such as `#join` has other letters, or stands in a path.) */
const value =
  /(?<![\w/&])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(/gi;
/** What could be a colour's name: a word that is a whole string, or the value of a property. */
const word = /(?<=["'`]|:\s*|solid )[a-z]+(?=["'`;}])/gi;

async function coloursIn(text: string): Promise<string[]> {
  const words = text.match(word) ?? [];
  const code = words.map((name) => `a { color: ${name}; }`).join('\n');
  const { results } = await stylelint.lint({ code, config: { rules: { 'color-named': 'never' } } });
  const names = results.flatMap(({ warnings }) => warnings.map(({ line }) => words[line - 1] ?? ''));
  return [...(text.match(value) ?? []), ...names];
}

test('every colour in the code is a token or of the one palette', async () => {
  const files = globSync('{app,build,content}/**/*.{ts,tsx}', {
    exclude: ['**/*.test.{ts,tsx}', 'content/colours.ts'],
  });
  expect(files.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const file of files)
    for (const colour of await coloursIn(readFileSync(file, 'utf8'))) found.push(`${file}: ${colour}`);
  expect(found).toEqual([]);
});

test('a picture’s sky and gold are the site’s', () => {
  const { night, deep, dusk, haze, peach, cream, gold, sun } = palette;
  const names = ['dawn-1', 'dawn-2', 'dawn-3', 'sky-haze', 'sky-peach', 'dawn-4', 'gold-fill', 'sun'];
  expect([night, deep, dusk, haze, peach, cream, gold, sun]).toEqual(names.map((name) => coloursOf(name)[0]));
});

test('the emails and the report have the site’s colours, by day and by night', () => {
  for (const [name, pair] of Object.entries(colours)) expect(coloursOf(name), name).toEqual(pair);
});
