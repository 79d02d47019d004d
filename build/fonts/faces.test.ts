import { readFile } from 'node:fs/promises';
import fontverter from 'fontverter';
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { hasCharacterOf } from '../critical-css.ts';
import { arabicFaces, ayahSource, charactersOf, latinFaces, subsetFonts, wholeFace } from './faces.ts';

const committed = (name: string) => readFile(`app/styles/fonts/${name}`);
const toTruetype = (font: Buffer) => fontverter.convert(font, 'truetype');
const fontOf = (font: Uint8Array) => new Font(new Face(new Blob(font), 0));

/** The advance, offset and outline of each glyph: what is seen, whatever the glyph's number. */
function drawn(font: Font, text: string): unknown[] {
  const run = new Run();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  const outlines = run.getGlyphInfos().map(({ codepoint }) => font.glyphToPath(codepoint));
  const places = run
    .getGlyphPositions()
    .map(({ xAdvance, xOffset, yOffset }) => [xAdvance, xOffset, yOffset]);
  return [outlines, places];
}

test('the committed faces are up to date: if not, run `npx node build/fonts/faces.ts`', async () => {
  for (const [name, bytes] of await subsetFonts())
    expect(bytes.equals(await committed(name)), name).toBe(true);
});

test('the second face of each Latin face has the characters that the first lacks', async () => {
  const ranges = new Map<string, string>();
  postcss.parse(await readFile('app/styles/fonts.css', 'utf8')).walkAtRules('font-face', (face) => {
    let file = '';
    face.walkDecls('src', ({ value }) => {
      file = /([\w-]+)\.woff2/.exec(value)?.[1] ?? '';
    });
    face.walkDecls('unicode-range', ({ value }) => void ranges.set(file, value));
  });
  for (const [name, { source, characters }] of Object.entries(latinFaces)) {
    const wrong = (await charactersOf(source)).filter(
      (character) =>
        character >= ' ' &&
        hasCharacterOf(ranges.get(`${name}-rest`) ?? '', character) === characters.includes(character),
    );
    expect(wrong, name).toEqual([]);
  }
});

test('verses, their words and the sign look the same in the small faces', async () => {
  const whole = fontOf(await toTruetype(await wholeFace(ayahSource)));
  expect(arabicFaces['amiri-quran']?.length).toBeGreaterThan(10);
  for (const [name, texts] of Object.entries(arabicFaces)) {
    const small = fontOf(await toTruetype(await committed(`${name}.woff2`)));
    for (const text of texts.flatMap((verse) => [verse, ...verse.split(' ')]))
      expect(drawn(small, text), text).toEqual(drawn(whole, text));
  }
});
