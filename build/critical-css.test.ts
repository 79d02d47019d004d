import { expect, test } from 'vitest';
import { criticalCss } from './critical-css.ts';

const styleSheet = `:root{--ink:#000;--gold:#e5b769;--line:#ccc;--panel:#0e5f52}@layer components{.hero{color:var(--ink)}.hero .button:hover{color:red}.footer{color:red}@media (width<=15rem){.footer{color:blue}}}@layer page;`;

const rulesFor = (markup: string, ownRules = '') => criticalCss(styleSheet, markup, ownRules);

test('rules for what is in the hero are kept in their layers, and not those for what is below it or under a mouse', async () => {
  const rules = await rulesFor('<body><div class="hero"><a class="button">Join</a></div>');
  expect(rules).toContain('.hero{color:var(--ink)}');
  expect(rules).not.toMatch(/footer|@media|:hover/);
  expect(rules.indexOf('@layer components')).toBeLessThan(rules.indexOf('@layer page'));
});

test('a word or an attribute that reads like a class keeps no rule', async () => {
  expect(await rulesFor('<body><p title="footer">The hero of the footer</p>')).not.toMatch(/hero|footer/);
});

test('a variable is kept when a rule, a drawing or the page’s own rules read it', async () => {
  const rules = await rulesFor(
    '<body><div class="hero"><path stroke="var(--gold)"/></div>',
    '.x{border-color:var(--line)}',
  );
  for (const variable of ['--ink', '--gold', '--line']) expect(rules).toContain(`${variable}:`);
  expect(rules).not.toContain('--panel');
});

test('a face is kept only where something in the hero is set in it', async () => {
  const faces = '@font-face{font-family:Figtree}@font-face{font-family:Amiri Quran}';
  const sheet = `${faces}:root{--font-text:"Figtree",serif;--font-ayah:"Amiri Quran",serif}body{font-family:var(--font-text)}.verse{font-family:var(--font-ayah)}`;
  expect(await criticalCss(sheet, '<body><p></p>', '')).not.toContain('Amiri');
  const rules = await criticalCss(sheet, '<body><p class="verse"></p>', '');
  for (const family of ['Figtree', 'Amiri Quran'])
    expect(rules).toContain(`@font-face{font-family:${family}}`);
});

test('a face for some characters is kept only where the hero has one of them', async () => {
  const sheet = '@font-face{font-family:Figtree;unicode-range:U+0023,U+00C0-00FF}body{font-family:Figtree}';
  expect(await criticalCss(sheet, '<body><p title="#é">Cafe</p>', '')).not.toContain('@font-face');
  expect(await criticalCss(sheet, '<body><p>Café</p>', '')).toContain('@font-face');
});
