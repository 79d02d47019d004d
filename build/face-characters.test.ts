import { expect, test } from 'vitest';
import { ayatIn, charactersFor } from './face-characters.ts';
import { type ShownText, textsOf } from './shown-texts.ts';

const about = (face: ShownText['face'], text: string): ShownText => ({ face, text, page: '/about' });

test('a glyph that a face lacks stops the build and names the character, the face and the page', async () => {
  await expect(charactersFor('text', [about('text', 'See ← here')])).rejects.toThrow(
    'figtree.woff2 has no glyph for "←" (U+2190), which /about shows in it.',
  );
  await expect(charactersFor('display', [about('display', '字')])).rejects.toThrow('instrument-serif.woff2');
  await expect(charactersFor('ayah', [about('ayah', 'ڭ\u06DE\u0620')])).rejects.toThrow('amiri-quran.woff2');
});

test('a face holds the characters shown in it, and letters and figures that may be shown later', async () => {
  const characters = await charactersFor('display', [
    about('display', 'Hours & days'),
    about('text', '(none)'),
  ]);
  expect(characters).toContain('&');
  expect(characters).toContain('7');
  expect(characters).not.toContain('(');
});

test('emoji are left to the system’s own face', async () => {
  expect(await charactersFor('text', [about('text', 'Ameen 🤲')])).not.toContain('🤲');
});

test('what the ayat’s face does not draw is drawn by the text face', async () => {
  const texts = [about('ayah', '… قُلْ …')];
  expect(ayatIn(texts)).toEqual(['قُلْ']);
  expect(await charactersFor('text', texts)).toContain('…');
});

test('letters with marks have a face of their own, so that no first screen waits for them', async () => {
  const texts = [about('text', 'Côte d’Ivoire, 2 × 3')];
  expect(await charactersFor('marked', texts)).toBe('ô');
  expect(await charactersFor('text', texts)).toContain('×');
  expect(await charactersFor('text', texts)).not.toContain('ô');
});

test('a text belongs to the face that the site’s own rules set it in', async () => {
  const html = `<html><head><title>Tab</title></head><body>
    <h1>Large <em>slanted</em></h1><p>plain <em>stressed</em></p><input placeholder="you@">
    <blockquote class="scripture-arabic" lang="ar">قُلْ</blockquote></body></html>`;
  const texts = (await textsOf('.', '/', html)).filter(({ text }) => text.trim() !== '');
  const of = (face: ShownText['face']) =>
    texts.filter((text) => text.face === face).map(({ text }) => text.trim());
  expect(of('display')).toEqual(['Large', 'slanted']);
  expect(of('italic')).toEqual(['slanted']);
  expect(of('ayah')).toEqual(['قُلْ']);
  expect(of('text')).toEqual(['Large', 'slanted', 'plain', 'stressed', 'you@']);
});
