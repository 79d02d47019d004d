import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colours } from '../../content/colours.ts';
import { palette } from '../drawings/palette.ts';

const tokens = readFileSync('app/styles/tokens.css', 'utf8');

/** Where colours are given names: for what the visitor uses, and for pictures. */
const sources = ['app/styles/tokens.css', 'app/drawings/palette.ts'];

/** A colour by its value. (An id such as `#join` has other letters, or stands in a path.) */
const literal =
  /(?<![\w/&])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi;

const coloursIn = (text: string) => text.match(literal) ?? [];

test('every colour is a token or of the palette of pictures', () => {
  const files = globSync('app/**/*.{ts,tsx,css}', { exclude: ['**/*.test.{ts,tsx}'] });
  expect(files.length).toBeGreaterThan(50);
  const found = files
    .filter((file) => !sources.includes(file))
    .flatMap((file) => coloursIn(readFileSync(file, 'utf8')).map((colour) => `${file}: ${colour}`));
  expect(found).toEqual([]);
});

test('a colour by its value is seen in a style sheet, in an attribute and in a string', () => {
  const seen = ['color: #0e5f52;', 'fill="#FFF"', "const sky = '#12324a80'", 'background: rgb(1 2 3)'];
  expect(seen.map(coloursIn)).toEqual([['#0e5f52'], ['#FFF'], ['#12324a80'], ['rgb(']]);
});

test('a picture’s sky, gold and ink are the site’s', () => {
  const token = (name: string) => new RegExp(`--${name}: (?:light-dark\\()?(#\\w+)`).exec(tokens)?.[1];
  const { night, deep, dusk, haze, peach, cream, gold, ink, muted, bronze } = palette;
  expect([night, deep, dusk, haze, peach, cream, gold, ink, muted, bronze]).toEqual(
    ['dawn-1', 'dawn-2', 'dawn-3', 'dawn-4', 'dawn-5', 'dawn-6', 'gold-fill', 'ink', 'muted', 'gold'].map(
      token,
    ),
  );
});

test('the emails and the report have the site’s colours, by day and by night', () => {
  const token = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens);
  for (const [name, pair] of Object.entries(colours)) expect(token(name)?.slice(1), name).toEqual(pair);
});
