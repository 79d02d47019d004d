import { expect, test } from 'vitest';
import { criticalCss } from './critical-css.ts';

// That nothing is missing from the first paint, tests/journeys/first-visit.test.ts sees on every page.
test('what is below the hero, under a mouse, only reads like a class or is not read keeps no rule; layers keep their order', async () => {
  const sheet =
    ':root{--ink:#000;--panel:#0e5f52}@layer components{.hero{color:var(--ink)}.hero .button:hover{color:red}.footer{color:red}@media (width<=15rem){.footer{color:blue}}}@layer page;';
  const hero = '<body><div class="hero"><a class="button" title="footer">To the footer</a></div>';
  const rules = await criticalCss(sheet, hero, '');
  expect(rules).toContain('.hero{color:var(--ink)}');
  expect(rules).not.toMatch(/footer|@media|:hover|--panel/);
  expect(rules.indexOf('@layer components')).toBeLessThan(rules.indexOf('@layer page'));
});

test('a face is kept only where something in the hero is set in it, or has one of its characters', async () => {
  const faces =
    '@font-face{font-family:Figtree;unicode-range:U+0023,U+00C0-00FF}@font-face{font-family:Amiri Quran}';
  const sheet = `${faces}:root{--font-ayah:"Amiri Quran",serif}body{font-family:Figtree}.verse{font-family:var(--font-ayah)}`;
  const facesFor = async (markup: string) =>
    (await criticalCss(sheet, `<body>${markup}`, '')).match(/(?<=@font-face\{font-family:)[\w ]+/g);
  expect(await facesFor('<p title="#é">Cafe</p>')).toBeNull();
  expect(await facesFor('<p>Café</p>')).toEqual(['Figtree']);
  expect(await facesFor('<p class="verse">Cafe</p>')).toEqual(['Amiri Quran']);
});
