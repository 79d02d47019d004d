import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { logoParts } from '../app/drawings/shapes.ts';
import { articleCard, type CardDesign, SocialCard, screenCards } from '../app/social/social-card.tsx';
import { decodePng } from '../tests/support/pixels.ts';
import { nightTokens, plainColours, socialImages, stillRules } from './social-images.ts';

const cardOf = (design: CardDesign, title = 'A day planned around prayer') =>
  renderToStaticMarkup(<SocialCard title={title} design={design} />);
const { health, blog, ...others } = screenCards;
if (!health || !blog) throw new Error('Two pages have no picture of their own.');
const designs: CardDesign[] = [
  health,
  blog,
  articleCard('05:10', 'Faith & Productivity'),
  ...Object.values(others),
];
const images = (
  await socialImages(designs.map((design, index) => ({ fileName: `${index}.png`, svg: cardOf(design) })))
).map(({ source }) => Buffer.from(source));

test('every card becomes a small picture of 1200 by 630', () => {
  for (const png of images) {
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(300_000);
  }
  expect(new Set(images.map((png) => png.toString('base64'))).size).toBe(designs.length);
});

test('colours and both faces reach the picture', () => {
  const { data, width } = decodePng(images[0] ?? Buffer.of());
  const coloursIn = (left: number, top: number, right: number, bottom: number) =>
    Array.from({ length: (right - left) * (bottom - top) }, (_, index) => {
      const row = top + Math.floor(index / (right - left));
      const start = (row * width + left + (index % (right - left))) * 4;
      return `#${Buffer.from(data.subarray(start, start + 3)).toString('hex')}`;
    });
  // The mark is drawn at (72, 62) at twice its size.
  const x = Math.round(72 + logoParts.sun.x * 2);
  const y = Math.round(62 + logoParts.sun.y * 2);
  expect(coloursIn(x, y, x + 1, y + 1)).toEqual(['#e5b769']);
  const white = coloursIn(72, 400, 600, 580).filter((colour) => colour === '#ffffff');
  expect(white.length).toBeGreaterThan(3000);
  // 'Maghrib' beside the ring, in the ink of the night.
  expect(coloursIn(1090, 315, 1190, 350)).toContain('#ede7db');
});

test('a title takes as many lines as it needs, and all its words are kept', () => {
  const title = 'What a long morning without a plan teaches about the hours that follow it';
  const lines = [...cardOf(blog, title).matchAll(/<text x="72"[^>]*>([^<]*)<\/text>/g)];
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.map(([, line]) => line).join(' ')).toBe(title);
});

test.each([
  ['a token', 'var(--ink)', '#ffffff'],
  ['a token that is another', 'var(--text)', '#ffffff'],
  ['a token that is another by night', 'var(--edge)', '#ffffff'],
  ['a token that is another by day', 'var(--fill)', '#333333'],
  ['a token that is another by day and by night', 'var(--line)', '#333333'],
  ['two colours', 'light-dark(#111111, #222222)', '#222222'],
  ['two tokens', 'light-dark(var(--ink), var(--fill))', '#333333'],
])('a picture has the night’s colour of %s', (_, colour, byNight) => {
  const tokens = nightTokens(`:root {
    --ink: light-dark(#000000, #ffffff);
    --text: var(--ink);
    --edge: light-dark(#444444, var(--ink));
    --fill: light-dark(var(--ink), #333333);
    --line: light-dark(var(--ink), var(--fill));
  }`);
  const drawing = (fill: string) => `<path fill="${fill}" stroke="#555555"/>`;
  expect(plainColours(drawing(colour), tokens)).toBe(drawing(byNight));
});

test('a picture with a token that is not defined is refused', () => {
  expect(() => plainColours('fill: var(--nowhere)', new Map())).toThrow('--nowhere');
});

const inOneLine = (rules: string) => rules.trim().replaceAll(/\s+/g, ' ');

test('a picture has no rules for other screens and no motion', () => {
  const rules =
    '/* why */ .a { r: 1; } @media (x) { .a { r: 2; } } @keyframes k { from { r: 0; } } .b { r: 3; }';
  expect(inOneLine(stillRules(rules))).toBe('.a { r: 1; } .b { r: 3; }');
});

test('a nested rule draws in a picture as in a browser', () => {
  const rules = '.a, .b { r: 1; .c { r: 2; &.d { r: 3; } @media (x) { r: 4; } } }';
  expect(inOneLine(stillRules(rules))).toBe(
    '.a, .b { r: 1 } .a .c, .b .c { r: 2 } .a .c.d, .b .c.d { r: 3; }',
  );
});

test('a token’s value for some screens does not reach a picture', () => {
  const tokens = nightTokens(':root { --ink: #111111; } @media (x) { :root { --ink: #222222; } }');
  expect([...tokens]).toEqual([['--ink', '#111111']]);
});
