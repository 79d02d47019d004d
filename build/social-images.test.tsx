import { Resvg } from '@resvg/resvg-js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { logoParts } from '../app/drawings/shapes.ts';
import type { SocialSubject } from '../app/social/social-card.tsx';
import { SocialCard } from '../app/social/social-card.tsx';
import { health } from '../content/pages/health.ts';
import { nightTokens, plainColours, socialImages, stillRules } from './social-images.ts';

const subjects: SocialSubject[] = [
  { kind: 'landing' },
  { kind: 'islam' },
  { kind: 'health', names: health.ring.names },
  { kind: 'blog' },
  { kind: 'pricing' },
  { kind: 'about' },
  { kind: 'roadmap' },
  { kind: 'privacy' },
  { kind: 'article', hour: '05:10', category: 'Faith & Productivity' },
];
const cards = subjects.map((subject) => ({
  fileName: `social/${subject.kind}.png`,
  svg: renderToStaticMarkup(
    <SocialCard name="Bukoor" title="A day planned around prayer" subject={subject} />,
  ),
}));
const images = await socialImages(cards);

test('every card becomes a picture of 1200 by 630', () => {
  expect(images.map(({ fileName }) => fileName)).toEqual(cards.map(({ fileName }) => fileName));
  for (const { source } of images) {
    const png = Buffer.from(source);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test('no two pages share a picture, and none is so large that a preview would be skipped', () => {
  expect(new Set(images.map(({ source }) => Buffer.from(source).toString('base64'))).size).toBe(
    images.length,
  );
  for (const { source } of images) expect(source.length).toBeLessThan(300_000);
});

test('the same markup gives the same bytes', async () => {
  const [again] = await socialImages(cards.slice(0, 1));
  const [alone] = await socialImages(cards.slice(0, 1));
  expect(Buffer.from(again?.source ?? '')).toEqual(Buffer.from(alone?.source ?? ''));
});

test('a character that markup has to escape is drawn like any other', async () => {
  const title = "It's a day's work";
  const svg = renderToStaticMarkup(<SocialCard name="Bukoor" title={title} subject={{ kind: 'blog' }} />);
  const [escaped] = await socialImages([{ fileName: 'escaped.png', svg }]);
  const [plain] = await socialImages([{ fileName: 'plain.png', svg: svg.replaceAll('&#x27;', "'") }]);
  expect(Buffer.from(escaped?.source ?? '')).toEqual(Buffer.from(plain?.source ?? ''));
});

test('colours and both faces reach the picture', () => {
  const ring = pixelsOf('health');
  const { sun } = logoParts;
  // The mark is drawn at (72, 62) at twice its size.
  expect(ring.at(72 + sun.x * 2, 62 + sun.y * 2)).toBe('#e5b769');
  const white = (left: number, top: number, right: number, bottom: number) => {
    let count = 0;
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) count += ring.at(x, y) === '#ffffff' ? 1 : 0;
    }
    return count;
  };
  expect(white(72, 400, 600, 580)).toBeGreaterThan(3000);
  // 'Maghrib' beside the ring, in the ink of the night.
  const label = new Set<string>();
  for (let x = 1090; x < 1190; x += 1) for (let y = 315; y < 350; y += 1) label.add(ring.at(x, y));
  expect(label).toContain('#ede7db');
});

test('a title takes as many lines as it needs, and all its words are kept', () => {
  const title = 'What a long morning without a plan teaches about the hours that follow it';
  const svg = renderToStaticMarkup(<SocialCard name="Bukoor" title={title} subject={{ kind: 'blog' }} />);
  const lines = [...svg.matchAll(/<text x="72"[^>]*>([^<]*)<\/text>/g)].map(([, line]) => line);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join(' ')).toBe(title);
});

test('a colour that no token defines stops the build by name', () => {
  expect(() => plainColours('fill: var(--nowhere)', new Map())).toThrow('--nowhere');
});

test('tokens have their night values, also where one refers to another', () => {
  const tokens = nightTokens(':root { --ink: light-dark(#000000, #ffffff); --text: var(--ink); }');
  expect(plainColours('<path fill="var(--text)" stroke="light-dark(#111111, #222222)"/>', tokens)).toBe(
    '<path fill="#ffffff" stroke="#222222"/>',
  );
});

test('rules that only a screen follows are left out of pictures', () => {
  const rules = stillRules(
    '/* why */ .a { fill: red; } @media (x) { .a { fill: blue; } } @keyframes k { from { top: 0; } } .b { r: 1; }',
  );
  expect(rules.trim()).toBe('.a { fill: red; } .b { r: 1; }');
});

test('the renderer itself accepts every card without its fonts', () => {
  for (const { svg } of cards) expect(() => new Resvg(plainColours(svg, everyToken(svg)))).not.toThrow();
});

/** Reads a picture back through the renderer. */
function pixelsOf(kind: string) {
  const source = Buffer.from(images.find(({ fileName }) => fileName.endsWith(`${kind}.png`))?.source ?? '');
  const { pixels, width } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 1200 630"><image width="1200" height="630" x:href="data:image/png;base64,${source.toString('base64')}"/></svg>`,
  ).render();
  return {
    at: (x: number, y: number) => {
      const start = (Math.round(y) * width + Math.round(x)) * 4;
      return `#${Buffer.from(pixels.subarray(start, start + 3)).toString('hex')}`;
    },
  };
}

/** Any colour will do where only the drawing's form is read. */
function everyToken(svg: string): Map<string, string> {
  return new Map([...svg.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => [name ?? '', '#123456']));
}
